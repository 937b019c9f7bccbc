/** The version that the tools of the sandbox show. */
export const TOOL_VERSION = "22.0.2.204";
