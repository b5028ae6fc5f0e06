package fairlead.server.problem;

/// What a code is called in the protocols of AWS. An empty name is the usual one: for Cloud Control that of the status,
/// for the others the code itself.
record AwsNames(String cloudControl, String query, String s3) {

    static final AwsNames USUAL = new AwsNames("", "", "");

    static AwsNames cloudControl(String name) {
        return new AwsNames(name, "", "");
    }

    static AwsNames s3(String name) {
        return new AwsNames("", "", name);
    }
}
