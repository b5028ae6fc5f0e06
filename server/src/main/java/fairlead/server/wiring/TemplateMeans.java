package fairlead.server.wiring;

import fairlead.server.access.role.OwnedDenials;
import fairlead.server.access.role.Roles;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.registry.stack.TemplateFiles;

/// What templates are carried out with besides resources.
///
/// @param files the templates of nested stacks
/// @param links to templates of deployments
/// @param roles which templates give
/// @param denials what deployment stacks forbid to others
record TemplateMeans(TemplateFiles files, ArmTemplates.Links links, Roles roles, OwnedDenials denials) {}
