package example;

public class Library {}
