/** Parts of an OttoFMS that can't come along, with the reason, for administrators. */
export const staysBehind = [
  "Table triggers are stored in FileMaker Server and keep working; they aren't copied.",
  "Deployments, builds, their history and scheduled deployments stay on the old server. Create their schedules here, then disable the old ones.",
  "Settings, app log tokens, Google credentials, sign-ins to MCP servers and OAuth clients aren't readable there; set them up here.",
];
