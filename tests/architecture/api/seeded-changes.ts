import type { CompactApi, CompactOperation } from "./compact-api.ts";

// biome-ignore lint/suspicious/noExplicitAny: changes reach deep into schemas of any shape.
type Any = any;
interface SeededBreak {
  readonly change: (api: CompactApi) => void;
  /** Line that the comparison must report. */
  readonly found: string;
}

const createKey = "POST /svc/api/api-key";
const listAgents = "GET /svc/api/agents";
const listProcesses = "GET /svc/api/processes";
const copyCompress = "POST /svc/api/fm-file/copy-compress";
const json = "application/json";

function at(api: CompactApi, name: string): { -readonly [P in keyof CompactOperation]: Any } {
  const operation = api.operations[name];
  if (operation === undefined) throw new Error(`${name} isn't in the API any more: choose another operation`);
  return operation;
}
const body = (api: CompactApi, name: string): Any => at(api, name).body.content[json];
const answer = (api: CompactApi, name: string): Any => at(api, name).answers[200][json];
const agentIn = (api: CompactApi): Any => answer(api, listAgents).properties.agents.items;

/** One break of each kind. */
export const seededBreaks: Readonly<Record<string, SeededBreak>> = {
  "removes an operation": {
    change: ({ operations }) => delete (operations as Any)[listAgents],
    found: `${listAgents}: removed`,
  },
  "moves an operation to another path": {
    change({ operations }) {
      (operations as Any)["GET /svc/api/agent-list"] = operations[listAgents];
      delete (operations as Any)[listAgents];
    },
    found: `${listAgents}: removed`,
  },
  "renames an operation": {
    change: (api) => (at(api, listAgents).id = "findAgents"),
    found: `${listAgents}: operation listAgents became findAgents`,
  },
  "needs a higher role": {
    change: (api) => (at(api, listAgents).role = "administrator"),
    found: `${listAgents}: role viewer became administrator`,
  },
  "accepts fewer credentials": {
    change: (api) => (at(api, listAgents).security = ["adminAccount", "session"]),
    found: `${listAgents}: credential adminKey isn't accepted`,
  },
  "needs a credential": {
    change: (api) => (at(api, "POST /svc/api/agents/enrol").security = ["adminKey"]),
    found: "POST /svc/api/agents/enrol: needs a credential",
  },
  "removes a parameter": {
    change: (api) => delete at(api, listAgents).parameters["query limit"],
    found: `${listAgents}: parameter query limit: removed`,
  },
  "requires a parameter": {
    change: (api) => (at(api, listAgents).parameters["query limit"].isRequired = true),
    found: `${listAgents}: parameter query limit: required`,
  },
  "adds a required parameter": {
    change: (api) =>
      (at(api, listAgents).parameters["query server"] = { isRequired: true, schema: { type: "string" } }),
    found: `${listAgents}: parameter query server: new and required`,
  },
  "lowers a maximum": {
    change: (api) => (at(api, listAgents).parameters["query limit"].schema.maximum = 100),
    found: `${listAgents}: parameter query limit: maximum 1000 became 100`,
  },
  "adds a minimum length": {
    change: (api) => (body(api, createKey).properties.label.minLength = 3),
    found: `${createKey}: body.label: minLength none became 3`,
  },
  "shortens a text": {
    change: (api) => (body(api, createKey).properties.label.maxLength = 50),
    found: `${createKey}: body.label: maxLength 200 became 50`,
  },
  "restricts the characters of a text": {
    change: (api) => (body(api, createKey).properties.label.pattern = "^[a-z]*$"),
    found: `${createKey}: body.label: pattern changed`,
  },
  "changes the type of a field in requests": {
    change: (api) => (body(api, createKey).properties.isOData = { type: "string" }),
    found: `${createKey}: body.isOData: type boolean became string`,
  },
  "refuses null": {
    change: (api) => (body(api, createKey).properties.endsAt = { type: "string", format: "date-time" }),
    found: `${createKey}: body.endsAt: an alternative isn't accepted: null`,
  },
  "refuses a value": {
    change: (api) => body(api, copyCompress).properties.targetFile.properties.folder.enum.splice(1, 1),
    found: `${copyCompress}: body.targetFile.folder: value "secure" isn't accepted`,
  },
  "requires a field": {
    change: (api) => body(api, createKey).required.push("label"),
    found: `${createKey}: body.label: required`,
  },
  "adds a required field": {
    change(api) {
      body(api, createKey).properties.purpose = { type: "string" };
      body(api, createKey).required.push("purpose");
    },
    found: `${createKey}: body.purpose: required`,
  },
  "no longer accepts a field": {
    change: (api) => delete body(api, createKey).properties.label,
    found: `${createKey}: body.label: removed`,
  },
  "no longer accepts a nested field": {
    change: (api) => delete body(api, copyCompress).properties.targetFile.properties.subfolder,
    found: `${copyCompress}: body.targetFile.subfolder: removed`,
  },
  "requires another media type": {
    change(api) {
      const { content } = at(api, createKey).body;
      content["application/xml"] = content[json];
      delete content[json];
    },
    found: `${createKey}: body ${json}: not accepted`,
  },
  "requires a body": {
    change: (api) =>
      (at(api, listAgents).body = { isRequired: true, content: { [json]: { type: "object", properties: {} } } }),
    found: `${listAgents}: body: required`,
  },
  "removes a field from answers": {
    change: (api) => delete agentIn(api).properties.name,
    found: `${listAgents}: answer 200.agents[].name: removed`,
  },
  "leaves out a field in some answers": {
    change(api) {
      const agent = agentIn(api);
      agent.required = agent.required.filter((name: string) => name !== "name");
    },
    found: `${listAgents}: answer 200.agents[].name: can be missing`,
  },
  "changes the type of a field in answers": {
    change: (api) => (agentIn(api).properties.name = { type: "number" }),
    found: `${listAgents}: answer 200.agents[].name: type string became number`,
  },
  "returns null": {
    change: (api) => (agentIn(api).properties.name = { anyOf: [{ type: "string" }, { type: "null" }] }),
    found: `${listAgents}: answer 200.agents[].name: a new alternative: null`,
  },
  "changes the format of a time": {
    change: (api) => (agentIn(api).properties.enrolledAt = { type: "string" }),
    found: `${listAgents}: answer 200.agents[].enrolledAt: format changed`,
  },
  "renames all values of a field in answers": {
    change: (api) => (agentIn(api).properties.state.enum = ["on", "off", "ended"]),
    found: `${listAgents}: answer 200.agents[].state: all values changed`,
  },
  "returns a list instead of one value": {
    change: (api) => (agentIn(api).properties.name = { type: "array", items: { type: "string" } }),
    found: `${listAgents}: answer 200.agents[].name: type string became array`,
  },
  "answers with another status": {
    change(api) {
      const operation = at(api, listProcesses);
      operation.answers = { 206: operation.answers[200] };
      operation.statuses = operation.statuses.map((status: string) => (status === "200" ? "206" : status));
    },
    found: `${listProcesses}: status 200: removed`,
  },
  "changes an error's number": {
    change: ({ errors }) => ((errors as Any).agent_not_found.code += 1_000),
    found: "error agent_not_found: code 18123 became 19123",
  },
  "changes an error's status": {
    change: ({ errors }) => ((errors as Any).agent_not_found.status = 410),
    found: "error agent_not_found: status 404 became 410",
  },
  "removes an error": {
    change: ({ errors }) => delete (errors as Any).agent_not_found,
    found: "error agent_not_found: removed",
  },
};

/** Changes that the policy allows in a minor release. */
export const compatible: Readonly<Record<string, (api: CompactApi) => void>> = {
  "adds an operation": ({ operations }) => ((operations as Any)["GET /svc/api/new"] = operations[listAgents]),
  "adds an optional parameter": (api) =>
    (at(api, listAgents).parameters["query server"] = { isRequired: false, schema: { type: "string" } }),
  "adds an optional field to a request": (api) => (body(api, createKey).properties.purpose = { type: "string" }),
  "no longer requires a field": (api) => body(api, createKey).required.pop(),
  "raises a maximum": (api) => (at(api, listAgents).parameters["query limit"].schema.maximum = 5_000),
  "accepts any character": (api) => delete body(api, copyCompress).properties.message.pattern,
  "accepts another value": (api) =>
    body(api, copyCompress).properties.targetFile.properties.folder.enum.push("additionalFolder3"),
  "accepts null": (api) =>
    (body(api, createKey).properties.label = { anyOf: [body(api, createKey).properties.label, { type: "null" }] }),
  "adds a field to answers": (api) => (agentIn(api).properties.version = { type: "string" }),
  "adds a value to answers": (api) => agentIn(api).properties.state.enum.push("paused"),
  "always returns a field": (api) => answer(api, listProcesses).required.push("more"),
  "needs a lower role": (api) => (at(api, createKey).role = "operator"),
  "adds an error": ({ errors }) => ((errors as Any).new_error = { code: 18_999, status: 400 }),
  "adds a status": (api) => at(api, listAgents).statuses.push("507"),
};
