package fairlead.bench.validation;

import com.github.erosb.jsonsKema.JsonParser;
import com.github.erosb.jsonsKema.JsonValue;
import com.github.erosb.jsonsKema.Validator;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.OrgJsonNode;
import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.everit.json.schema.ValidationException;
import org.everit.json.schema.loader.SchemaLoader;
import org.json.JSONObject;
import org.json.JSONTokener;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A validator of JSON Schema. Each finds all faults of a value, and is given the value in its own kind of tree.
public enum Contender {
    FAIRLEAD("Fairlead") {
        @Override
        Prepared prepare(String schema) {
            JsonNode document = JsonMapper.shared().readTree(schema);
            Shape shape = new Compiler(Map.of("schema", document)).compile("schema", "");
            return new Prepared() {
                @Override
                public Object parse(String model) {
                    return JsonMapper.shared().readTree(model);
                }

                @Override
                public boolean fits(Object model) {
                    return shape.validate((JsonNode) model, Mode.FULL).isEmpty();
                }
            };
        }
    },
    NETWORKNT("networknt 3.0.9") {
        @Override
        Prepared prepare(String schema) {
            Schema prepared = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(JsonMapper.shared().readTree(schema));
            prepared.initializeValidators();
            return new Prepared() {
                @Override
                public Object parse(String model) {
                    return JsonMapper.shared().readTree(model);
                }

                @Override
                public boolean fits(Object model) {
                    return prepared.validate((JsonNode) model).isEmpty();
                }
            };
        }
    },
    EVERIT("everit 1.14.6") {
        @Override
        Prepared prepare(String schema) {
            var prepared = SchemaLoader.builder()
                    .schemaJson(new JSONObject(new JSONTokener(schema)))
                    .draftV7Support()
                    .build()
                    .load()
                    .build();
            return new Prepared() {
                @Override
                public Object parse(String model) {
                    return new JSONTokener(model).nextValue();
                }

                @Override
                public boolean fits(Object model) {
                    try {
                        prepared.validate(model);
                        return true;
                    } catch (ValidationException _) {
                        return false;
                    }
                }
            };
        }
    },
    JSON_SKEMA("json-sKema 0.32.0") {
        @Override
        Prepared prepare(String schema) {
            Validator prepared = Validator.forSchema(new com.github.erosb.jsonsKema.SchemaLoader(schema).load());
            return new Prepared() {
                @Override
                public Object parse(String model) {
                    return new JsonParser(model).parse();
                }

                @Override
                public boolean fits(Object model) {
                    return prepared.validate((JsonValue) model) == null;
                }
            };
        }
    },
    HARREL("dev.harrel 1.8.2") {
        @Override
        Prepared prepare(String schema) {
            OrgJsonNode.Factory nodes = new OrgJsonNode.Factory();
            var prepared = new ValidatorFactory()
                    .withDefaultDialect(new dev.harrel.jsonschema.Dialects.Draft7Dialect())
                    .withJsonNodeFactory(nodes)
                    .createValidator();
            URI uri = prepared.registerSchema(URI.create("urn:schema"), schema);
            return new Prepared() {
                @Override
                public Object parse(String model) {
                    return nodes.create(model);
                }

                @Override
                public boolean fits(Object model) {
                    var result = prepared.validate(uri, (dev.harrel.jsonschema.JsonNode) model);
                    List<?> errors = result.isValid() ? List.of() : result.getErrors();
                    return result.isValid() && errors.isEmpty();
                }
            };
        }
    };

    /// A schema, ready for values.
    interface Prepared {

        Object parse(String model);

        /// Whether nothing is wrong; everything that is has been put into words when this returns.
        boolean fits(Object model);
    }

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    /// Name and version.
    String title() {
        return title;
    }

    abstract Prepared prepare(String schema);
}
