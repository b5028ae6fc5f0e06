package fairlead.server.options;

/// Where an address that comes from a caller may lead.
enum Network {
    /// To the internet, over HTTPS.
    PUBLIC,
    /// Into private networks, too, and to this machine.
    ANY
}
