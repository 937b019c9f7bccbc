/** Texts that the conformance suite requires word for word. */

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const dialect = "https://json-schema.org/draft/2020-12/schema";

export const pixel = { type: "image", data: png, mimeType: "image/png" } as const;

export const contents = {
  audio: { type: "audio", data: wav, mimeType: "audio/wav" },
  embedded: {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  },
  mixed: {
    type: "resource",
    resource: {
      uri: "test://mixed-content-resource",
      mimeType: "application/json",
      text: '{"test":"data","value":123}',
    },
  },
  /** All JSON Schema features that must be passed through unchanged. */
  schema: {
    $schema: dialect,
    type: "object" as const,
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
};

export const resources = {
  listed: [
    { uri: "test://static-text", name: "text", description: "A text", mimeType: "text/plain" },
    { uri: "test://static-binary", name: "binary", description: "A picture", mimeType: "image/png" },
    { uri: "test://watched-resource", name: "watched", description: "One to subscribe to", mimeType: "text/plain" },
  ],
  contents: [
    {
      uri: "test://static-text",
      mimeType: "text/plain",
      text: "This is the content of the static text resource.",
    },
    { uri: "test://static-binary", mimeType: "image/png", blob: png },
    { uri: "test://watched-resource", mimeType: "text/plain", text: "Watched" },
  ],
  template: {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "A resource with a parameter",
    mimeType: "application/json",
  },
};

export function templated(uri: string) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: "application/json", text };
}

const messageOf = (content: unknown) => ({ role: "user", content });
const saying = (text: string) => ({ messages: [messageOf({ type: "text", text })] });
const argument = (name: string) => ({ name, description: `The argument ${name}`, required: true });

export const prompts = {
  saying,
  listed: [
    { name: "test_simple_prompt", description: "Without arguments" },
    {
      name: "test_prompt_with_arguments",
      description: "With two arguments",
      arguments: [argument("arg1"), argument("arg2")],
    },
    {
      name: "test_prompt_with_embedded_resource",
      description: "With a resource",
      arguments: [argument("resourceUri")],
    },
    { name: "test_prompt_with_image", description: "With a picture" },
    { name: "test_input_required_result_prompt", description: "Asks its user" },
  ],
  get(name: string, given: Readonly<Record<string, string>>) {
    switch (name) {
      case "test_simple_prompt":
        return saying("This is a simple prompt for testing.");
      case "test_prompt_with_arguments":
        return saying(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`);
      case "test_prompt_with_embedded_resource": {
        const resource = {
          uri: given.resourceUri,
          mimeType: "text/plain",
          text: "Embedded resource content for testing.",
        };
        const { messages } = saying("Please process the embedded resource above.");
        return { messages: [messageOf({ type: "resource", resource }), ...messages] };
      }
      case "test_prompt_with_image":
        return { messages: [messageOf(pixel), ...saying("Please analyze the image above.").messages] };
      default:
        throw new Error(`no prompt ${name}`);
    }
  },
};
