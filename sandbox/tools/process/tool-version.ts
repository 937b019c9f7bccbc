/** Version that the sandbox's tools print. */
export const TOOL_VERSION = "22.0.2.204";
