"""The promises of docs/protocol.md, one function each, in modules that follow its sections."""
