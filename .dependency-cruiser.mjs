// Import rules. They are patterns instead of lists of folders, so that they cover new resources.
/** Contracts and errors of the service, and the protocol of the agent link. */
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
      from: { path: "^(functions|shared|local-runtime|local-agent|sandbox|console|client|cli|bench)/" },
      to: { circular: true },
    },
    {
      name: "contracts-are-leaves",
      comment:
        "Browsers and documents use contracts and errors, so these only import zod, each other, and the call type.",
      severity: "error",
      from: { path: contracts },
      to: {
        pathNot: [contracts, "^shared/ports/http-call\\.ts$", "^node_modules/zod/"],
      },
    },
    {
      name: "rules-decide",
      comment: "Rules are pure functions: they only import types and contracts.",
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
        "A resource imports another resource's contracts and its api.ts, types included. It gets another resource's behavior as an argument.",
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
      comment:
        "The agent runs on another machine. It only shares formats that both sides read and write, and the log reader.",
      severity: "error",
      from: { path: "^local-agent/" },
      to: {
        path: resource,
        pathNot: [contracts, "^shared/logs/", "^shared/backups/restores/(?:manifest|backup-file)\\.ts$"],
      },
    },
    {
      name: "errors-are-composed-once",
      comment: "Code uses errors by name; only the catalog imports them.",
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
      to: { path: "^(functions|local-runtime|local-agent|sandbox|console|client|cli|tests|bench)/" },
    },
    {
      name: "adapters-enter-by-the-platform",
      comment: "functions/lambda/ opens the adapters for AWS; local-runtime/ opens those for one machine and Node.",
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
      comment: "Only functions/lambda/ handles AWS events; functions import it in their lambda.ts.",
      severity: "error",
      from: { path: "^(functions|local-runtime)/", pathNot: "^functions/(?:lambda/|[^/]+/lambda\\.ts$)" },
      to: { path: "^functions/lambda/" },
    },
    {
      name: "undici-stays-outside",
      comment: "The network is a port, and shared/filemaker is its adapter.",
      severity: "error",
      from: { path: "^(functions|shared)/", pathNot: "^shared/filemaker/" },
      to: { path: "^node_modules/undici/" },
    },
    {
      name: "areas-stand-alone",
      comment:
        "An area imports wiring that resources share, but no other area. The list of additions loads resources of any area.",
      severity: "error",
      from: { path: "^functions/(?!additions/)([^/]+)/" },
      to: { path: "^functions/([^/]+)/", pathNot: "^functions/(additions|edge|lambda|settings|wiring|$1)/" },
    },
    {
      name: "console-sees-contracts",
      comment: "Code for browsers uses contracts, and none of the implementation.",
      severity: "error",
      from: { path: "^console/" },
      to: {
        path: "^(functions|shared|local-runtime|local-agent)/",
        pathNot: contracts,
      },
    },
    {
      name: "client-sees-types-of-contracts",
      comment: "The client has no dependencies, so that it is small and runs everywhere.",
      severity: "error",
      from: { path: "^client/" },
      to: { pathNot: "^client/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "client-types-from-one-file",
      comment: "The packed client replaces this file, because its users don't have the contracts.",
      severity: "error",
      from: { path: "^client/", pathNot: "^client/contract-types\\.ts$" },
      to: { pathNot: "^client/" },
    },
    {
      name: "cli-uses-the-client",
      comment:
        "The command line is installed without the service. Its commands are generated from the contracts when it is packed.",
      severity: "error",
      from: { path: "^cli/" },
      to: { path: "^(functions|shared|local-runtime|local-agent|console|sandbox|tests|bench|scripts)/" },
    },
    {
      name: "service-knows-no-client",
      severity: "error",
      from: { path: "^(functions|shared|local-agent|sandbox)/" },
      to: { path: "^(client|cli)/" },
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
      from: { path: "^(functions|shared|local-runtime|local-agent|console|client|cli)/" },
      to: { path: "^(sandbox|tests|bench)/" },
    },
    {
      name: "sandbox-is-not-ours",
      comment: "It simulates a server that we don't own, so it shares no code with the product that is tested with it.",
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
      // TypeScript resolves these: this resolver doesn't support the conditions of their exports.
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
