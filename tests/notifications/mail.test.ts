import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, expect } from "vitest";
import { smtpMailer } from "#shared/node/smtp-mailer.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const pem = (name: string) => readFileSync(new URL(`../support/certificates/${name}.pem`, import.meta.url), "utf8");
const mails: { from: string; to: readonly string[]; text: string; secure: boolean; user: string | undefined }[] = [];
/** Replies to the next recipient or mail; without one, it is accepted. */
const refusals: { at: "recipient" | "data"; code: number; text: string }[] = [];

const refusal = (at: "recipient" | "data") => {
  const [next] = refusals;
  if (next?.at !== at) return null;
  refusals.shift();
  return Object.assign(new Error(next.text), { responseCode: next.code });
};
/** Starts a mail server, with an account if it uses TLS. */
const aMailServer = async (options: SMTPServerOptions = {}) => {
  const server = new SMTPServer({
    key: pem("key"),
    cert: pem("certificate"),
    onAuth({ username, password }, _session, done) {
      if (password === "canary-of-mail") done(null, { user: username ?? "" });
      else done(Object.assign(new Error("Invalid login"), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => done(refusal("recipient")),
    onData(stream, { envelope, secure, user }, done) {
      void text(stream).then((mail) => {
        const refused = refusal("data");
        if (refused !== null) return done(refused);
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, text: mail, secure, user });
        done(null, "2.0.0 Ok: queued");
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return { port, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
};
const server = await aMailServer();
const tlsServer = await aMailServer({ secure: true });
const plainServer = await aMailServer({ disabledCommands: ["STARTTLS"], authOptional: true });
const { port } = server;
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    mailer: smtpMailer({
      isAllowed: (address) => address === "127.0.0.1",
      addressesOf: async () => ["127.0.0.1"],
      ca: [pem("certificate")],
    }),
  }),
});
afterAll(async () => {
  await service.stop();
  await Promise.all([server, tlsServer, plainServer].map((one) => one.stop()));
});

const at = "/svc/api/notifications/destinations";
const target = {
  type: "email",
  host: "fms.example.test",
  port,
  user: "latchkey",
  password: "canary-of-mail",
  from: "latchkey@example.com",
  to: ["ada@example.com", "grace@example.com"],
};
const create = async (more: object) => {
  const answer = await service.admin("POST", at, { label: "Operations", target: { ...target, ...more } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.response.destination;
};
const test = async (id: number) => (await service.admin("POST", `${at}/${id}/test`)).body.response;

verifies("notifications:mail:sent", async () => {
  const destination = await create({});
  expect(destination.target).toEqual({
    type: "email",
    host: "fms.example.test",
    port,
    security: "starttls",
    user: "latchkey",
    from: "latchkey@example.com",
    to: ["ada@example.com", "grace@example.com"],
    hasPassword: true,
  });
  expect(await test(destination.id)).toMatchObject({ ok: true, msg: "Taken (250)" });
  const [mail] = mails;
  expect(mail).toMatchObject({ from: "latchkey@example.com", to: target.to, secure: true, user: "latchkey" });
  expect(mail?.text).toMatch(/^From: Latchkey <latchkey@example\.com>\r$/m);
  expect(mail?.text).toMatch(/^Subject: A test: This is a test\. Notifications arrive here\.\r$/m);
  expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.text).toContain(`Server: ${service.baseUrl}`);
});

verifies("notifications:mail:refused", async () => {
  const { id } = await create({});
  refusals.push({ at: "recipient", code: 550, text: "No such user" });
  expect(await test(id)).toMatchObject({
    ok: false,
    msg: "fms.example.test rejected ada@example.com; the other recipients got the email.",
  });
  refusals.push({ at: "recipient", code: 550, text: "No such user" }, { at: "recipient", code: 550, text: "Nor this" });
  expect(await test(id)).toMatchObject({ ok: false, msg: "fms.example.test responded with 550." });
  refusals.push({ at: "data", code: 552, text: "Too much" });
  const { deliveryId } = await test(id);
  const { delivery } = (await service.admin("GET", `/svc/api/deliveries/${deliveryId}`)).body.response;
  expect(delivery).toMatchObject({
    state: "failed",
    tries: [{ status: 552, reason: "fms.example.test responded with 552." }],
  });
  expect(JSON.stringify(delivery)).not.toContain("canary");
  const wrong = await create({ password: "wrong" });
  expect(await test(wrong.id)).toMatchObject({ ok: false, msg: "fms.example.test responded with 535." });
});

verifies("notifications:mail:tls", async () => {
  const { host } = target;
  const open = { host, security: "none", user: undefined, password: undefined };
  expect(await service.admin("POST", at, { label: "Open", target: { ...target, security: "none" } })).toRefuseWith(
    "input_invalid",
  );
  const plain = await create(open);
  expect(await test(plain.id)).toMatchObject({ ok: false, msg: "fms.example.test responded with 530." });
  const foreign = await create({ host: "mail.example.com" });
  expect(await test(foreign.id)).toMatchObject({
    ok: false,
    msg: "Untrusted certificate of mail.example.com.",
  });
});

verifies("notifications:mail:tls", "from the start, as on port 465", async () => {
  const { id } = await create({ port: tlsServer.port, security: "tls" });
  mails.length = 0;
  expect(await test(id)).toMatchObject({ ok: true });
  expect(mails).toMatchObject([{ secure: true, user: "latchkey" }]);
});

verifies("notifications:mail:tls", "a server without TLS gets neither password nor email", async () => {
  mails.length = 0;
  const { id } = await create({ port: plainServer.port });
  expect(await test(id)).toMatchObject({ ok: false, msg: expect.stringContaining("TLS") });
  const anonymous = await create({ port: plainServer.port, user: undefined, password: undefined });
  expect(await test(anonymous.id)).toMatchObject({ ok: false });
  expect(mails).toEqual([]);
  const unsafe = await create({ port: plainServer.port, user: undefined, password: undefined, security: "none" });
  expect(await test(unsafe.id)).toMatchObject({ ok: true });
  expect(mails).toMatchObject([{ secure: false, user: undefined }]);
});

verifies("notifications:mail:password-kept", async () => {
  const { id } = await create({});
  const change = (more: object) =>
    service.admin("PATCH", `${at}/${id}`, { target: { ...target, password: undefined, ...more } });
  expect((await change({ to: ["ada@example.com"] })).body.response.destination.target).toMatchObject({
    hasPassword: true,
  });
  expect(await test(id)).toMatchObject({ ok: true });
  const elsewhere = await change({ host: "mail.example.com" });
  expect(elsewhere.body.response.destination.target).toMatchObject({ hasPassword: false });
});

verifies("notifications:mail:injection", async () => {
  for (const address of [
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com, eve@example.com",
    "x: eve@example.com;",
  ])
    expect(
      await service.admin("POST", at, { label: "Injected", target: { ...target, to: [address] } }),
      address,
    ).toRefuseWith("input_invalid");
});
