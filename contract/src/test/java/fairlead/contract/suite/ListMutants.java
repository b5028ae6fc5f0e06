package fairlead.contract.suite;

import static fairlead.contract.Rule.*;
import static fairlead.contract.suite.Design.*;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Handlers whose list breaks a rule.
final class ListMutants {

    private ListMutants() {}

    private static Reference paging(Design design, UnaryOperator<Page> other) {
        return new Reference(design, 0) {
            @Override
            public synchronized Page list(Query query, Context context) {
                return other.apply(super.list(query, context));
            }
        };
    }

    private static Reference listing(Design design, UnaryOperator<List<String>> other) {
        return new Reference(design, 0) {
            @Override
            List<String> listed(Query query) {
                return other.apply(new ArrayList<>(super.listed(query)));
            }
        };
    }

    private static Reference entries(Design design, UnaryOperator<ObjectNode> other) {
        return new Reference(design, 0) {
            @Override
            ObjectNode entry(String id) {
                return other.apply(super.entry(id));
            }
        };
    }

    /// As the host of a provider says it.
    private static Page again() {
        throw HandlerException.breach(LIST_SYNCHRONOUS.id(), ErrorCode.INTERNAL_FAILURE, "It is IN_PROGRESS.");
    }

    private static <T> List<T> plus(List<T> list, List<T> more) {
        List<T> all = new ArrayList<>(list);
        all.addAll(more);
        return all;
    }

    static final List<Mutant> CONTENTS = List.of(
            Mutant.of("list is always empty", () -> listing(REPORT, _ -> List.of()), CREATE_LISTED),
            Mutant.of(
                    "list lacks the newest",
                    () -> listing(REPORT, ids -> ids.isEmpty() ? ids : ids.subList(0, ids.size() - 1)),
                    CREATE_LISTED),
            Mutant.of(
                    "list has a ghost",
                    () -> listing(REPORT, ids -> plus(ids, List.of("report-ffffffff"))),
                    LIST_READABLE),
            Mutant.of(
                    "list has a ghost while there is something",
                    () -> listing(BUCKET, ids -> ids.isEmpty() ? ids : plus(ids, List.of("zzzzzz"))),
                    LIST_READABLE),
            Mutant.of(
                    "list has everything twice",
                    () -> paging(BUCKET, p -> new Page(plus(p.identifiers(), p.identifiers()), p.next())),
                    LIST_IDENTIFIERS),
            Mutant.of(
                    "list has whole models",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        ObjectNode entry(String id) {
                            return lookup(super.entry(id)).map(this::shown).orElseGet(() -> super.entry(id));
                        }
                    },
                    LIST_IDENTIFIERS),
            Mutant.of(
                    "list has secrets",
                    () -> entries(BUCKET, e -> e.put("Password", "open")),
                    LIST_IDENTIFIERS,
                    NO_WRITE_ONLY),
            Mutant.of(
                    "list has entries without an identifier",
                    () -> entries(REPORT, e -> e.removeAll().put("Title", "x")),
                    LIST_IDENTIFIERS),
            Mutant.of(
                    "list has numbers as texts",
                    () -> entries(ENTRY, e -> e.put("Number", e.path("Number").asString())),
                    LIST_IDENTIFIERS),
            Mutant.of("list has half of the identifier", () -> entries(ENTRY, e -> e.retain("Zone")), LIST_IDENTIFIERS),
            Mutant.of(
                    "list has a null beside the identifier",
                    () -> entries(REPORT, e -> e.putNull("Arn")),
                    LIST_IDENTIFIERS),
            Mutant.of(
                    "an empty list is NotFound",
                    () -> paging(REPORT, p -> {
                        if (p.identifiers().isEmpty()) {
                            throw new HandlerException(ErrorCode.NOT_FOUND, "Nothing there.");
                        }
                        return p;
                    }),
                    LIST_EMPTY),
            Mutant.of(
                    "list fails",
                    () -> paging(REPORT, _ -> {
                        throw new HandlerException(ErrorCode.GENERAL_SERVICE_EXCEPTION, "No list today.");
                    }),
                    LIST_IDENTIFIERS),
            Mutant.of("list is IN_PROGRESS", () -> paging(REPORT, _ -> again()), LIST_SYNCHRONOUS),
            Mutant.of(
                    "list hangs",
                    () -> paging(REPORT, _ -> {
                        throw Hang.forGood();
                    }),
                    LIST_DEADLINE));

    static final List<Mutant> PAGES = List.of(
            Mutant.of(
                    "list repeats its token",
                    () -> paging(REPORT, p -> new Page(p.identifiers(), Optional.of("more"))),
                    LIST_TERMINATES),
            Mutant.of(
                    "list always has another token",
                    () -> new Reference(REPORT, 0) {
                        private int token;

                        @Override
                        public synchronized Page list(Query query, Context context) {
                            Query first = new Query(query.filter(), query.limit(), Optional.empty());
                            return new Page(super.list(first, context).identifiers(), Optional.of("token " + ++token));
                        }
                    },
                    LIST_TERMINATES),
            Mutant.of(
                    "list ends with empty pages for ever",
                    () -> new Reference(BUCKET, 0) {
                        private int token;

                        @Override
                        public synchronized Page list(Query query, Context context) {
                            Page page = super.list(query, context);
                            String next =
                                    query.token().filter(t -> t.startsWith("~")).isPresent()
                                                    || page.next().isEmpty()
                                            ? "~" + ++token
                                            : page.next().get();
                            return new Page(page.identifiers(), Optional.of(next));
                        }
                    },
                    LIST_TERMINATES),
            Mutant.of(
                    "list has only a first page",
                    () -> paging(REPORT, p -> new Page(p.identifiers(), Optional.empty())),
                    LIST_PAGINATES),
            Mutant.of(
                    "list ignores the size of pages",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            return super.list(new Query(query.filter(), 1000, query.token()), context);
                        }
                    },
                    LIST_PAGINATES),
            Mutant.of(
                    "pages of a list overlap",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            Page page = super.list(query, context);
                            List<ObjectNode> more =
                                    query.token().map(this::entry).stream().toList();
                            boolean room = page.identifiers().size() < query.limit();
                            return room ? new Page(plus(more, page.identifiers()), page.next()) : page;
                        }
                    },
                    LIST_PAGINATES),
            Mutant.of(
                    "pages of a list leave one out",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            Page page = super.list(query, context);
                            boolean later = query.token().isPresent()
                                    && page.identifiers().size() == 1;
                            return later ? new Page(List.of(), page.next()) : page;
                        }
                    },
                    LIST_PAGINATES),
            Mutant.of(
                    "a token is refused",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            if (query.token().isPresent()) {
                                throw new HandlerException(ErrorCode.INVALID_REQUEST, "Unknown token.");
                            }
                            return super.list(query, context);
                        }
                    },
                    LIST_PAGINATES),
            Mutant.of(
                    "the page of a token is IN_PROGRESS",
                    () -> new Reference(REPORT, 0) {
                        @Override
                        public synchronized Page list(Query query, Context context) {
                            return query.token().isPresent() ? again() : super.list(query, context);
                        }
                    },
                    LIST_SYNCHRONOUS));

    static List<Mutant> all() {
        return plus(CONTENTS, PAGES);
    }
}
