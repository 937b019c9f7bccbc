import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { saying, sayingRaw } from "../../support/http/wire-upstream.ts";
import type { ContractCase } from "../contract-case.ts";

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
const packed = gzipSync("packed");
const mebibyte = 1024 * 1024;
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

/** Cases about FileMaker Server's response on its way to the caller. */
export const answers: readonly ContractCase[] = [
  {
    name: "every byte of a response arrives unchanged",
    answers: saying(200, ["Content-Type", "image/png"], everyByte),
    expect: { status: 200, body: "256 bytes, 40aff2e9d2d8", "answer content-type": "image/png" },
  },
  {
    name: "a response of 10 MiB arrives completely",
    answers: saying(200, ["Content-Type", "application/octet-stream"], new Uint8Array(10 * mebibyte)),
    expect: { status: 200, body: `${10 * mebibyte} bytes, e5b844cc57f5` },
  },
  {
    name: "a response's length is kept",
    answers: saying(200, ["Content-Type", "text/plain", "Content-Length", "4"], "four"),
    expect: { body: "four", "answer content-length": "4" },
  },
  {
    name: "a response without a length arrives completely",
    answers: sayingRaw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end"),
    expect: { status: 200, body: "until the end" },
  },
  {
    name: "a chunked response arrives completely",
    answers: sayingRaw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"),
    expect: { status: 200, body: "onetwo" },
  },
  {
    name: "a compressed response stays compressed",
    answers: saying(200, ["Content-Encoding", "gzip", "Content-Type", "image/svg"], packed),
    expect: { "answer content-encoding": "gzip", body: `${packed.length} bytes, ${hashOf(packed)}` },
  },
  {
    name: "a response is compressed as its caller prefers",
    headers: ["Accept-Encoding: gzip;q=0.5, br"],
    answers: saying(200, ["Content-Type", "application/json", "Content-Length", "2002"], `"${"x".repeat(2_000)}"`),
    expect: {
      status: 200,
      "call accept-encoding": "identity",
      "answer content-encoding": "br",
      "answer vary": "Accept-Encoding",
    },
  },
  {
    name: "two cookies are two headers",
    answers: saying(200, ["Set-Cookie", "a=1", "Set-Cookie", "b=2"]),
    expect: { "answer set-cookie": "a=1; Path=/svc/fmi/streaming/ | b=2; Path=/svc/fmi/streaming/" },
  },
  {
    name: "a response header that is sent twice arrives twice",
    answers: saying(200, ["X-Note", "one", "X-Note", "two"]),
    expect: { "answer x-note": "one | two" },
  },
  {
    name: "the session's token isn't returned",
    answers: saying(200, ["X-FM-Data-Access-Token", "token-1"]),
    expect: { "answer x-fm-data-access-token": "none" },
  },
  {
    name: "204 has no body",
    answers: saying(204, []),
    expect: { status: 204, body: "", "answer content-length": "none" },
  },
  {
    name: "304 has no body and keeps its tag",
    answers: saying(304, ["ETag", '"x"']),
    expect: { status: 304, body: "", "answer etag": '"x"' },
  },
  {
    name: "FileMaker's own error is forwarded",
    answers: saying(500, ["Content-Type", "application/json"], '{"messages":[{"code":"401","message":"No records"}]}'),
    expect: { status: 500, error: "401 in FileMaker's envelope" },
  },
  {
    name: "an interim response is ignored",
    answers: sayingRaw("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    expect: { status: 200, body: "ok", "answer link": "none" },
  },
  {
    name: "HEAD is answered without a body, with the length",
    method: "HEAD",
    answers: saying(200, ["Content-Type", "text/plain", "Content-Length", "4"]),
    expect: { status: 200, body: "", "answer content-length": "4" },
  },
  {
    name: "OPTIONS is rejected",
    method: "OPTIONS",
    answers: saying(200, ["Allow", "GET, POST"]),
    expect: { status: 405, "answer allow": "GET, HEAD, POST, PATCH, DELETE" },
  },
  {
    name: "PATCH is forwarded",
    method: "PATCH",
    body: "{}",
    expect: { status: 200, "call body": "{}" },
  },
  {
    name: "a server that closes the connection without a response is 502",
    answers: sayingRaw(""),
    expect: { status: 502, error: "upstream_broken in FileMaker's envelope" },
  },
  {
    name: "an aborted response doesn't look complete",
    answers: sayingRaw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"),
    expect: { status: 200, ending: "reset" },
  },
];
