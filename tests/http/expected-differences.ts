import { type Facts, seenLayout } from "./contract-case.ts";

/** Difference between AWS, or serverless-offline as its replacement, and one machine. */
export interface Difference {
  readonly case: string;
  /** The facts that differ, with their values there. */
  readonly instead: Facts;
  /** Origin of the difference: API Gateway and Lambda, or only the emulator. */
  readonly of: "AWS" | "serverless-offline";
  readonly why: string;
}

const seen = (query: string): Facts => ({ call: `GET ${seenLayout}/records${query}` });
const decoded = "API Gateway forwards a query decoded and by name; it is re-encoded by one rule (RFC 3986)";
const normalized = "its router normalizes URLs like browsers do; API Gateway forwards them unchanged";
const eventLimit = "Lambda accepts events of 6 MB, which is about 4.4 MB of body; larger bodies need an upload";
const streams = "serverless-offline can't stream, so a response is buffered there";

export const expectedDifferences: readonly Difference[] = [
  {
    case: "a space sent as a plus stays a plus",
    instead: seen("?script.param=a%20b"),
    of: "AWS",
    why: decoded,
  },
  {
    case: "a repeated key keeps its position",
    instead: seen("?a=1&a=3&b=2"),
    of: "AWS",
    why: decoded,
  },
  { case: "lowercase letters in an encoding stay lowercase", instead: seen("?a=%C3%A9"), of: "AWS", why: decoded },
  { case: "a key without a value is unchanged", instead: seen("?flag="), of: "AWS", why: decoded },
  {
    case: "a slash and a question mark are allowed in a query",
    instead: seen("?a=%2Fb%3Fc"),
    of: "AWS",
    why: decoded,
  },
  { case: "an empty query keeps its question mark", instead: seen(""), of: "AWS", why: decoded },
  {
    case: "4,400,001 bytes arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: eventLimit,
  },
  {
    case: "10 MiB arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: eventLimit,
  },
  {
    case: "10 MiB and a byte arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: "API Gateway accepts 10 MiB",
  },
  {
    case: "an unknown operation is reported in our envelope",
    instead: { error: "no envelope" },
    of: "serverless-offline",
    why: "it doesn't emulate API Gateway's gateway responses, which serverless.yml sets to our envelope",
  },
  {
    case: "encoded letters in a path keep their case",
    instead: { call: `GET ${seenLayout}/records/%C3%A9%C3%A9` },
    of: "serverless-offline",
    why: normalized,
  },
  {
    case: "a trailing slash is kept",
    instead: { call: `GET ${seenLayout}/records` },
    of: "serverless-offline",
    why: normalized,
  },
  {
    case: "a path that leads upward is rejected",
    instead: { status: 200, call: "GET /fmi/data/vLatest/databases/Wire.fmp12/secret" },
    of: "serverless-offline",
    why: `${normalized}, and then they are rejected`,
  },
  {
    case: "a path that leads upward in encoded form is rejected",
    instead: { status: 200, call: "GET /fmi/data/vLatest/databases/Wire.fmp12/layouts/secret" },
    of: "serverless-offline",
    why: `${normalized}, and then they are rejected`,
  },
  {
    case: "a GET can have a body",
    instead: { "call body": "" },
    of: "serverless-offline",
    why: "it drops the body of a GET; CloudFront, which is in front of API Gateway, rejects such a request",
  },
  {
    case: "a response header that is sent twice arrives twice",
    instead: { "answer x-note": "one,two" },
    of: "serverless-offline",
    why: "it joins the values of a header, except cookies",
  },
  {
    case: "OPTIONS is rejected",
    instead: { status: 404, "answer allow": "none" },
    of: "serverless-offline",
    why: "its routes for any method exclude OPTIONS",
  },
  {
    case: "another origin gets no CORS permission",
    instead: { "answer access-control-allow-origin": "https://elsewhere.test" },
    of: "serverless-offline",
    why: "it allows every origin automatically",
  },
  {
    case: "an aborted response doesn't look complete",
    instead: { status: 502, ending: "ended" },
    of: "serverless-offline",
    why: `${streams}: an aborted one becomes an error`,
  },
  {
    case: "the first byte of a response doesn't wait for the last",
    instead: { "first byte": "with the last" },
    of: "serverless-offline",
    why: streams,
  },
  {
    case: "a caller that disconnects ends the request",
    instead: { call: "continues" },
    of: "serverless-offline",
    why: `${streams}, even if its caller has disconnected`,
  },
];
