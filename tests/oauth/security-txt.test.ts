import { afterAll, expect } from "vitest";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({
  environment: { SECURITY_CONTACTS: "mailto:security@example.com, https://example.com/report" },
});
afterAll(() => service.stop());

verifies("system:docs:security-txt", async () => {
  for (const path of ["/.well-known/security.txt", "/svc/.well-known/security.txt"]) {
    const { status, headers, text } = await service.raw("GET", path);
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toBe(
      [
        "Contact: mailto:security@example.com",
        "Contact: https://example.com/report",
        "Expires: 2027-02-18T00:00:00.000Z",
        `Canonical: ${service.baseUrl}/.well-known/security.txt`,
        "",
      ].join("\n"),
    );
  }
});

verifies("system:docs:security-txt", "a contact that is neither a mail address nor an https address is refused", () => {
  for (const SECURITY_CONTACTS of ["security@example.com", "http://example.com", "mailto:a@b.example\nExpires: x"])
    expect(() => readLocalSettings({ SECURITY_CONTACTS }), SECURITY_CONTACTS).toThrow("SECURITY_CONTACTS");
});
