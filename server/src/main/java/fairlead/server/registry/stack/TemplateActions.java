package fairlead.server.registry.stack;

import fairlead.cloudformation.IdentifierSummary;
import fairlead.cloudformation.Template;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.schema.TypeName;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.type.AccountTypes;
import fairlead.stack.document.TypeCatalog;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The actions that show templates, and what they ask for.
final class TemplateActions {

    private final Stacks stacks;
    private final StackFinder finder;
    private final TemplateFiles files;
    private final ChangeSetActions changeSets;
    private final AccountTypes types;

    TemplateActions(
            Stacks stacks, StackFinder finder, TemplateFiles files, ChangeSetActions changeSets, AccountTypes types) {
        this.stacks = stacks;
        this.finder = finder;
        this.files = files;
        this.changeSets = changeSets;
        this.types = types;
    }

    // -- GetTemplate ------------------------------------------------------------------------------------------------

    void get(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> name = parameters.text("StackName", StackRules.NAME_OR_ID);
        Optional<String> set = parameters.text("ChangeSetName", StackRules.CHANGE_SET);
        StackRules.Stage stage =
                parameters.word("TemplateStage", StackRules.Stage.class).orElse(StackRules.Stage.Original);
        parameters.verify();
        if (name.isEmpty() && set.isEmpty()) {
            throw StackFaults.invalid("StackName is required if ChangeSetName is not specified.");
        }
        ChangeSetActions.Wanted wanted =
                set.isPresent() ? changeSets.wanted(call, name, set.get()) : present(call, name.orElseThrow());
        StackContent content = wanted.content();
        // The AWS CDK asks for the template of a stack that is still to be reviewed, and takes no answer for an error.
        boolean none = content.template().isEmpty();
        String text = none || stage == StackRules.Stage.Original
                ? content.template()
                : CloudFormationLanguage.told(stacks.source(wanted.stack(), content.json()))
                        .processed();
        result.text("TemplateBody", text).texts("StagesAvailable", List.of("Original", "Processed"));
    }

    private ChangeSetActions.Wanted present(StackCall call, String name) {
        Stack stack = finder.find(call, name).orElseThrow(() -> StackFaults.noStackWithId(name));
        return new ChangeSetActions.Wanted(stack, StackContent.shown(stack));
    }

    // -- GetTemplateSummary, ValidateTemplate -----------------------------------------------------------------------

    void summary(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> name = parameters.text("StackName", StackRules.NAME_OR_ID);
        boolean lenient = parameters
                .structure("TemplateSummaryConfig")
                .flag("TreatUnrecognizedResourceTypesAsWarnings")
                .orElse(false);
        Optional<String> text = files.text(call);
        if (name.isPresent() == text.isPresent()) {
            throw StackFaults.invalid("Exactly one of TemplateBody, TemplateURL, StackName must be specified.");
        }
        Template template = TemplateFiles.parsed(text.orElseGet(() -> ofStack(call, name.orElseThrow())));
        TypeCatalog catalog = catalog(call);
        List<String> unknown = unknown(template, catalog);
        if (!lenient) {
            requireNone(unknown);
        }
        result.list("Parameters", List.copyOf(template.parameters().values()), TemplateActions::declaration);
        result.text("Description", template.description());
        needs(result, template);
        result.texts("ResourceTypes", template.resourceTypes());
        result.text(
                "Version",
                Optional.of("2010-09-09").filter(version -> template.text().contains(version)));
        ObjectNode metadata = template.metadata();
        if (!metadata.isEmpty()) {
            result.text("Metadata", metadata.toString());
        }
        result.list("ResourceIdentifierSummaries", template.identifiers(catalog), TemplateActions::identifiers);
        if (lenient && !unknown.isEmpty()) {
            result.element("Warnings", warnings -> warnings.texts("UnrecognizedResourceTypes", unknown));
        }
    }

    private String ofStack(StackCall call, String name) {
        Stack stack = finder.require(call, name);
        if (stack.status() == StackStatus.REVIEW_IN_PROGRESS) {
            throw StackFaults.invalid("GetTemplateSummary cannot be called on REVIEW_IN_PROGRESS stacks.");
        }
        return StackContent.shown(stack).template();
    }

    private static void declaration(XmlWriter xml, Parameter parameter) {
        described(xml, parameter);
        xml.text("ParameterType", parameter.type().name());
        xml.element("ParameterConstraints", constraints -> {
            List<String> allowed = parameter.constraints().allowedValues();
            if (!allowed.isEmpty()) {
                constraints.texts("AllowedValues", allowed);
            }
        });
    }

    private static void described(XmlWriter xml, Parameter parameter) {
        xml.text("ParameterKey", parameter.name())
                .text(
                        "DefaultValue",
                        parameter.defaultValue().map(value -> parameter.noEcho() ? ResolvedParameter.MASK : value))
                .flag("NoEcho", parameter.noEcho())
                .text("Description", parameter.description());
    }

    private static void identifiers(XmlWriter xml, IdentifierSummary summary) {
        xml.text("ResourceType", summary.resourceType())
                .texts("LogicalResourceIds", summary.logicalIds())
                .texts("ResourceIdentifiers", summary.identifiers());
    }

    /// What a caller has to say yes to, and the transforms.
    private static void needs(XmlWriter result, Template template) {
        var required = template.capabilities();
        if (!required.all().isEmpty()) {
            result.texts("Capabilities", required.all().stream().map(Enum::name).toList());
            result.text("CapabilitiesReason", required.reason());
        }
        if (!template.transforms().isEmpty()) {
            result.texts("DeclaredTransforms", template.transforms());
        }
    }

    void validate(StackCall call, XmlWriter result) {
        String text = files.text(call)
                .orElseThrow(() -> StackFaults.invalid("Either Template URL or Template Body must be specified."));
        Template template = TemplateFiles.parsed(text);
        requireNone(unknown(template, catalog(call)));
        result.list("Parameters", List.copyOf(template.parameters().values()), TemplateActions::described);
        result.text("Description", template.description());
        needs(result, template);
    }

    // -- types ------------------------------------------------------------------------------------------------------

    private TypeCatalog catalog(StackCall call) {
        return name -> {
            try {
                return types.of(call.place().subscription())
                        .find(TypeName.parse(name))
                        .map(type -> type.current().schema());
            } catch (IllegalArgumentException noName) {
                return Optional.empty();
            }
        };
    }

    /// Types of which neither the language nor the server knows anything.
    private static List<String> unknown(Template template, TypeCatalog catalog) {
        return template.resourceTypes().stream()
                .filter(type -> !type.startsWith("AWS::CloudFormation::") && !type.equals("AWS::CDK::Metadata"))
                .filter(type -> catalog.schema(type).isEmpty())
                .sorted()
                .toList();
    }

    private static void requireNone(List<String> unknown) {
        if (!unknown.isEmpty()) {
            throw StackFaults.invalid("Template format error: Unrecognized resource types: " + unknown);
        }
    }
}
