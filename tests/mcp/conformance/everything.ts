import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ServerFactory } from "#shared/mcp/protocol/server.ts";
import { contents, pixel, prompts, resources, templated } from "./everything-texts.ts";

/** Signed, since the suite modifies it. */
const states = createRequestStateCodec<{ readonly step: number }>({ key: "0".repeat(32), ttlSeconds: 600 });

const nameOf = inputRequired.elicit({
  message: "What is your name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
});
const question = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });
const sampled = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens });
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

type Tool = (context: ServerContext) => unknown;

/** Returns the user's answer to a question; undefined if it is missing or malformed. */
const answered = ({ mcpReq }: ServerContext, key: string) =>
  acceptedContent<Readonly<Record<string, unknown>>>(mcpReq.inputResponses, key);
const given = ({ mcpReq }: ServerContext, key: string): unknown => mcpReq.inputResponses?.[key];
const stepOf = ({ mcpReq }: ServerContext) => mcpReq.requestState<{ readonly step: number }>()?.step;

/** Tools that the suite's scenarios require, as it describes them. */
const tools: Readonly<Record<string, Tool>> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => ({ content: [pixel] }),
  test_audio_content: () => ({ content: [contents.audio] }),
  test_embedded_resource: () => ({ content: [contents.embedded] }),
  test_multiple_content_types: () => ({
    content: [{ type: "text", text: "Multiple content types test:" }, pixel, contents.mixed],
  }),
  test_error_handling: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  async test_tool_with_progress({ mcpReq }) {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100])
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    return text("Done");
  },
  json_schema_2020_12_tool: () => text("Done"),
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "A line of the log");
    return text("Done");
  },
  test_missing_capability: () => inputRequired({ inputRequests: { asked: sampled("Anything", 10) } }),
  test_streaming_elicitation: () => inputRequired({ inputRequests: { user_name: nameOf } }),
  test_input_required_result_elicitation(context) {
    const { name } = answered(context, "user_name") ?? {};
    if (typeof name !== "string") return inputRequired({ inputRequests: { user_name: nameOf } });
    return text(`Hello, ${name}!`);
  },
  test_input_required_result_sampling(context) {
    const reply = given(context, "capital_question");
    const asked = sampled("What is the capital of France?", 100);
    if (reply === undefined) return inputRequired({ inputRequests: { capital_question: asked } });
    return text(JSON.stringify(reply));
  },
  test_input_required_result_list_roots(context) {
    const roots = given(context, "client_roots");
    if (roots === undefined) return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    return text(JSON.stringify(roots));
  },
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  async test_input_required_result_multiple_inputs(context) {
    const keys = ["user_name", "greeting", "client_roots"];
    if (keys.every((key) => given(context, key) !== undefined) && stepOf(context) === 1)
      return text("All of it is there");
    return inputRequired({
      inputRequests: {
        user_name: nameOf,
        greeting: sampled("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ step: 1 }),
    });
  },
  async test_input_required_result_multi_round(context) {
    const step = stepOf(context);
    if (step === 2 && answered(context, "step2") !== undefined) return text("Both steps are done");
    if (step === 1 && answered(context, "step1") !== undefined)
      return inputRequired({
        inputRequests: { step2: question("Step 2: What is your favorite color?", "color") },
        requestState: await states.mint({ step: 2 }),
      });
    return inputRequired({
      inputRequests: { step1: question("Step 1: What is your name?", "name") },
      requestState: await states.mint({ step: 1 }),
    });
  },
  test_input_required_result_capabilities({ mcpReq }) {
    const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    const declared = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Readonly<Record<string, unknown>>;
    return inputRequired({
      inputRequests: {
        ...(declared.elicitation !== undefined && { user_name: nameOf }),
        ...(declared.sampling !== undefined && { greeting: sampled("Generate a greeting", 50) }),
      },
    });
  },
};

async function confirmed(context: ServerContext) {
  if (stepOf(context) === 1 && given(context, "confirm") !== undefined) return text("state-ok");
  const confirm = inputRequired.elicit({
    message: "Please confirm",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  });
  return inputRequired({ inputRequests: { confirm }, requestState: await states.mint({ step: 1 }) });
}

const hint = { ttlMs: 1_000, cacheScope: "private" as const };

/** Server with everything that the conformance suite requires, for one request. It runs behind our adapters and so tests them. */
export const everything: ServerFactory = (_, { isLegacy }) => {
  const server = new Server(
    { name: "everything", version: "1.0.0" },
    {
      capabilities: {
        ...{
          tools: { listChanged: false },
          prompts: {},
          resources: { subscribe: isLegacy },
          completions: {},
          logging: {},
        },
      },
      requestState: { verify: states.verify },
      inputRequired: { legacyShim: false },
      cacheHints: {
        ...{ "server/discover": hint, "tools/list": hint, "prompts/list": hint, "resources/list": hint },
        ...{ "resources/templates/list": hint, "resources/read": hint },
      },
    },
  );
  server.setRequestHandler("tools/list", async () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `What the suite calls ${name}`,
      inputSchema: name === "json_schema_2020_12_tool" ? contents.schema : { type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool");
    return (await tool(context)) as never;
  });
  server.setRequestHandler("resources/list", async () => ({ resources: [...resources.listed] }));
  server.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates: [resources.template] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const found = resources.contents.find((one) => one.uri === uri) ?? templated(uri);
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Resource not found", { uri });
    return { contents: [found] };
  });
  server.setRequestHandler("prompts/list", async () => ({ prompts: prompts.listed.map((prompt) => ({ ...prompt })) }));
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    if (params.name === "test_input_required_result_prompt") {
      const { context: said } = answered(context, "user_context") ?? {};
      if (typeof said !== "string")
        return inputRequired({
          inputRequests: { user_context: question("What context should the prompt use?", "context") },
        }) as never;
      return prompts.saying(said) as never;
    }
    return prompts.get(params.name, params.arguments ?? {}) as never;
  });
  server.setRequestHandler("completion/complete", async () => ({
    completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
  }));
  if (isLegacy) {
    server.setRequestHandler("resources/subscribe", async () => ({}));
    server.setRequestHandler("resources/unsubscribe", async () => ({}));
    server.setRequestHandler("logging/setLevel", async () => ({}));
  }
  return server;
};
