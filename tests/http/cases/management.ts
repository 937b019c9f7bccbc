import type { ContractCase } from "../contract-case.ts";

const json = "Content-Type: application/json";
const admin = `Authorization: Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;
const keys = { target: "/svc/api/api-key", anonymous: true } as const;

/** Cases about our own API. */
export const management: readonly ContractCase[] = [
  {
    name: "health checks are answered",
    target: "/svc/healthz",
    anonymous: true,
    expect: { status: 200, body: '{"ok":true}' },
  },
  {
    name: "a list is returned in our envelope, and not cached",
    ...keys,
    headers: [admin],
    expect: { status: 200, error: "success in our envelope", "answer cache-control": "no-store" },
  },
  { name: "an unknown caller is rejected", ...keys, expect: { status: 401, error: "unauthenticated in our envelope" } },
  {
    name: "two credentials have another error than a wrong one",
    ...keys,
    headers: [admin, admin],
    expect: { status: 400, error: "credentials_repeated in our envelope" },
  },
  {
    name: "invalid JSON is rejected",
    ...keys,
    method: "POST",
    headers: [admin, json],
    body: "{",
    expect: { status: 400, error: "json_invalid in our envelope" },
  },
  {
    name: "a missing required body is rejected",
    ...keys,
    method: "POST",
    headers: [admin, json],
    body: "",
    expect: { status: 400, error: "input_invalid in our envelope" },
  },
  {
    name: "a body that isn't JSON is rejected",
    ...keys,
    method: "POST",
    headers: [admin, "Content-Type: text/plain"],
    body: "{}",
    expect: { status: 415, error: "content_type_unsupported in our envelope" },
  },
  {
    name: "an unknown operation is reported in our envelope",
    ...keys,
    target: "/svc/api/nowhere",
    expect: { status: 404, error: "route_not_found in our envelope" },
  },
  {
    name: "an unsupported method is reported in our envelope",
    ...keys,
    method: "PUT",
    headers: [admin],
    expect: { status: 405, error: "method_not_allowed in our envelope", "answer allow": "POST, GET, HEAD" },
  },
  {
    name: "HEAD is answered like GET without its body",
    target: "/svc/healthz",
    anonymous: true,
    method: "HEAD",
    expect: { status: 200, body: "" },
  },
  {
    name: "another origin gets no CORS permission",
    ...keys,
    headers: ["Origin: https://elsewhere.test"],
    expect: { status: 401, "answer access-control-allow-origin": "none" },
  },
  {
    name: "an id with an encoded slash is rejected",
    ...keys,
    target: "/svc/api/api-key/1%2F2",
    headers: [admin],
    expect: { status: 400, error: "path_refused in our envelope" },
  },
];
