package fairlead.server.stack.deploymentstack;

import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentNode;
import fairlead.server.stack.deployment.DeploymentNode.Verb;
import fairlead.server.stack.deployment.DeploymentState;
import fairlead.server.stack.deployment.DeploymentTemplates;
import fairlead.server.stack.deployment.Deployments;
import fairlead.stack.document.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// What a deployment and those within it say of each resource that they have put: how many others it needs, one after
/// the
/// other, and what has gone wrong. By ids in lower case.
final class Depths {

    private final Deployments deployments;
    private final DeploymentTemplates templates;
    private final Map<String, Integer> levels = new HashMap<>();
    private final Map<String, ObjectNode> errors = new HashMap<>();
    private final Set<String> put = new HashSet<>();
    private final Set<String> refused = new HashSet<>();

    private Depths(Deployments deployments, DeploymentTemplates templates) {
        this.deployments = deployments;
        this.templates = templates;
    }

    static Depths of(Deployment deployment, Deployments deployments, DeploymentTemplates templates) {
        Depths depths = new Depths(deployments, templates);
        int _ = depths.add(deployment, 0);
        return depths;
    }

    /// Of a deployment that is not recorded any more.
    static Depths unknown(Deployments deployments, DeploymentTemplates templates) {
        return new Depths(deployments, templates);
    }

    /// The level of a resource; 0 if nothing is known of it.
    int level(String key) {
        return levels.getOrDefault(key, 0);
    }

    /// Why a resource was not put as it was to be.
    Optional<ObjectNode> error(String key) {
        return Optional.ofNullable(errors.get(key));
    }

    /// Whether a resource was put as it was to be.
    boolean isPut(String key) {
        return put.contains(key);
    }

    /// Whether the write of a resource was refused as it was begun, so that nothing was changed.
    boolean isRefused(String key) {
        return refused.contains(key);
    }

    /// The highest level in the deployment.
    private int add(Deployment deployment, int base) {
        Map<String, DeploymentNode> rows = deployments.nodes(deployment).stream()
                .collect(Collectors.toMap(DeploymentNode::key, Function.identity()));
        return new Walk(nodes(deployment), rows, base).all();
    }

    private Map<String, Node> nodes(Deployment deployment) {
        try {
            return templates.read(deployment).document().nodes();
        } catch (ProblemException unreadable) {
            // What it links to is gone: the order is found out by trying then.
            return Map.of();
        }
    }

    private static String key(DeploymentNode row) {
        return row.target().id().toLowerCase(Locale.ROOT);
    }

    /// From node to node of one deployment.
    private final class Walk {
        private final Map<String, Node> nodes;
        private final Map<String, DeploymentNode> rows;
        private final int base;
        private final Map<String, Integer> known = new HashMap<>();

        Walk(Map<String, Node> nodes, Map<String, DeploymentNode> rows, int base) {
            this.nodes = nodes;
            this.rows = rows;
            this.base = base;
        }

        int all() {
            nodes.keySet().forEach(this::level);
            rows.keySet().forEach(this::level);
            return known.values().stream().max(Integer::compare).orElse(base);
        }

        private int level(String key) {
            Integer before = known.get(key);
            if (before != null) {
                return before;
            }
            int below = Optional.ofNullable(nodes.get(key)).stream()
                    .flatMap(node -> node.needs().stream())
                    .mapToInt(this::level)
                    .max()
                    .orElse(base);
            int own = Optional.ofNullable(rows.get(key))
                    .map(row -> level(row, below))
                    .orElse(below);
            known.put(key, own);
            return own;
        }

        private int level(DeploymentNode row, int below) {
            if (row.target().verb() == Verb.DEPLOY) {
                return row.progress()
                        .operation()
                        .flatMap(operation -> deployments.find(operation.value()))
                        .map(inner -> add(inner, below))
                        .orElse(below);
            }
            if (row.target().verb() != Verb.CREATE || row.target().id().isEmpty()) {
                return below;
            }
            String id = key(row);
            row.progress().error().ifPresent(error -> errors.put(id, error));
            if (row.state() == DeploymentState.SUCCEEDED) {
                put.add(id);
            } else if (row.state() == DeploymentState.FAILED
                    && row.progress().operation().isEmpty()) {
                refused.add(id);
            }
            levels.merge(id, below + 1, Math::max);
            return below + 1;
        }
    }
}
