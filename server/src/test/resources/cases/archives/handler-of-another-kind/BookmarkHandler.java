package example;

public final class BookmarkHandler {}
