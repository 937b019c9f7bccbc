// Who may import whom. Patterns, not lists of folders: a new resource is covered the day it is born.
/** What may be asked, of the service and of the agent: contracts, errors, and the protocol of the link. */
const contracts = "^shared/(contract/|.+/(contract|errors)\\.ts$|agent/protocol/)";
/** Folders of shared/ below the resources, which any of them can import. */
const layers = "contract|ports|http|aws|node|filemaker|s3|zip|blocks|fingerprints|settings";
const resource = `^shared/(?!(?:${layers})/)([^/]+)/`;
/** Files that resources import from each other. */
const publicFaces = [contracts, "^shared/[^/]+/api\\.ts$"];

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: { path: "^(functions|shared|local-runtime|local-agent|sandbox|console|bench)/" },
      to: { circular: true },
    },
    {
      name: "contracts-are-leaves",
      comment:
        "Contracts and errors are read by browsers and documents: they know zod, each other, and what a call is.",
      severity: "error",
      from: { path: contracts },
      to: {
        pathNot: [contracts, "^shared/ports/http-call\\.ts$", "^node_modules/zod/"],
      },
    },
    {
      name: "rules-decide",
      comment: "Rules are pure functions of what contracts and records say.",
      severity: "error",
      from: { path: "^shared/[^/]+/rules\\.ts$" },
      to: {
        pathNot: contracts,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "resources-import-public-faces",
      comment:
        "A resource imports another resource's contracts and its api.ts, types included. Behavior of another resource arrives as an argument.",
      severity: "error",
      from: { path: resource },
      to: { path: resource, pathNot: ["^shared/$1/", ...publicFaces] },
    },
    {
      name: "layers-know-no-resource",
      severity: "error",
      from: { path: `^shared/(?:${layers})/` },
      to: { path: resource, pathNot: contracts },
    },
    {
      name: "the-agent-shares-formats",
      comment: "It runs on another machine: it shares what both sides read and write, and the reader of logs.",
      severity: "error",
      from: { path: "^local-agent/" },
      to: {
        path: resource,
        pathNot: [contracts, "^shared/logs/", "^shared/backups/restores/(?:manifest|backup-file)\\.ts$"],
      },
    },
    {
      name: "errors-are-composed-once",
      comment: "A resource's errors are used by name: only the catalogue imports them.",
      severity: "error",
      from: { pathNot: "^shared/contract/errors\\.ts$" },
      to: { path: "^shared/.+/errors\\.ts$", pathNot: "^shared/contract/" },
    },
    {
      name: "ports-know-nobody",
      severity: "error",
      from: { path: "^shared/ports/" },
      to: { pathNot: "^shared/ports/", dependencyTypesNot: ["core"] },
    },
    {
      name: "core-knows-no-edge",
      severity: "error",
      from: { path: "^shared/" },
      to: { path: "^(functions|local-runtime|local-agent|sandbox|console|tests|bench)/" },
    },
    {
      name: "adapters-enter-by-the-platform",
      comment: "functions/lambda/ opens those for AWS, local-runtime/ those for one machine and Node's.",
      severity: "error",
      from: { path: "^(functions|shared)/", pathNot: "^(functions/lambda|shared/(?:aws|node))/" },
      to: { path: "^shared/(?:aws|node)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "functions-know-no-runtime",
      severity: "error",
      from: { path: "^(functions|shared)/" },
      to: { path: "^local-runtime/" },
    },
    {
      name: "lambda-stays-inside",
      comment: "Everything that knows an AWS event; functions enter it by their lambda.ts.",
      severity: "error",
      from: { path: "^(functions|local-runtime)/", pathNot: "^functions/(?:lambda/|[^/]+/lambda\\.ts$)" },
      to: { path: "^functions/lambda/" },
    },
    {
      name: "undici-stays-outside",
      comment: "The network is a port. Its adapter is shared/filemaker.",
      severity: "error",
      from: { path: "^(functions|shared)/", pathNot: "^shared/filemaker/" },
      to: { path: "^node_modules/undici/" },
    },
    {
      name: "areas-stand-alone",
      comment: "An area imports wiring that resources share, but no other area.",
      severity: "error",
      from: { path: "^functions/([^/]+)/" },
      to: { path: "^functions/([^/]+)/", pathNot: "^functions/(edge|lambda|settings|wiring|$1)/" },
    },
    {
      name: "console-sees-contracts",
      comment: "What a browser loads knows what may be asked, and nothing of how it is done.",
      severity: "error",
      from: { path: "^console/" },
      to: {
        path: "^(functions|shared|local-runtime|local-agent)/",
        pathNot: contracts,
      },
    },
    {
      name: "console-features-stand-alone",
      comment: "Pages in console/src/app compose them.",
      severity: "error",
      from: { path: "^console/src/features/([^/]+)/" },
      to: { path: "^console/src/(app/|features/(?!$1/))" },
    },
    {
      name: "console-ui-knows-no-product",
      severity: "error",
      from: { path: "^console/src/(ui|api|theme|messages)/" },
      to: { path: "^console/src/(app|features)/" },
    },
    {
      name: "nothing-shipped-knows-the-sandbox",
      severity: "error",
      from: { path: "^(functions|shared|local-runtime|local-agent|console)/" },
      to: { path: "^(sandbox|tests|bench)/" },
    },
    {
      name: "sandbox-is-not-ours",
      comment: "It stands in for a server that we do not own, so it shares no code with what is tested on it.",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(functions|shared|local-runtime|local-agent|console|tests|bench)/" },
    },
    {
      name: "no-dev-package-in-the-product",
      comment: "`npm ci --omit=dev && npm start` runs the service with the sandbox, and builds the console.",
      severity: "error",
      from: { path: "^(functions|shared|local-runtime|local-agent|sandbox|console)/" },
      // On AWS, functions are bundled with their packages.
      to: { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/@(?:types|middy)/" },
    },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      // TypeScript resolves these: the resolver here does not take the conditions of their exports.
      to: {
        couldNotResolve: true,
        pathNot: "^(@modelcontextprotocol/sdk|@octokit/webhooks-methods|aws-lambda|fm-odata-client|vitest)",
      },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      conditionNames: ["node", "import", "types", "default"],
    },
  },
};
