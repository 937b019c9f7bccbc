import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { verifies } from "../support/verifies.ts";

/** Returns the message that the start would print for these variables; undefined if they are valid. */
function refusal(variables: Readonly<Record<string, string>>): string | undefined {
  try {
    readLocalSettings(variables);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SettingRefused) return thrown.message;
    throw thrown;
  }
}

test("nothing is required", () => {
  expect(readLocalSettings({})).toEqual({
    PORT: 3400,
    HOST: "127.0.0.1",
    SERVICE_PREFIX: "svc",
    SERVICE_PREFIX_ALIASES: ["otto"],
    SERVE_FMI_AT_ROOT: false,
    FMS_LOOPBACK_URL: "https://127.0.0.1",
    FMS_ANSWER_SECONDS: 900,
    PREVENT_DAPI_CALLOUT: false,
    SECURITY_CONTACTS: [],
    DATA_DIR: resolve(".latchkey"),
    TRUSTED_PROXIES: [],
    CALLOUT_NETWORKS: [],
    CORS_ORIGINS: [],
    KNOWN_NETWORKS: [],
    GOOGLE_AUTH_WITHOUT_GROUPS: false,
    AUDIT_DAYS: 365,
    DEBUG_APP_LOG: false,
    TRASH_DAYS: 30,
    DISK_FLOOR_MB: 1000,
    LOG_DEBUG: false,
    LOG_ERRORS_TO_STDERR: false,
    LOG_FILE_MB: 40,
    SESSION_HOURS: 12,
    SESSION_IDLE_MINUTES: 30,
    UPLOAD_KEY_MB: 4000,
    UPLOAD_MAX_MB: 2000,
    OAUTH_TOKEN_MINUTES: 10,
    OAUTH_IDLE_DAYS: 30,
    OAUTH_DAYS: 90,
    OAUTH_REUSE_SECONDS: 120,
    OAUTH_CLIENT_HOSTS: [],
    MCP_CALLS_PER_MINUTE: 60,
    MCP_DESTRUCTIVE_PER_HOUR: 10,
    FMSADMIN_TIMEOUT_IN_SEC: 20,
    KEEPJIT: false,
    JIT_BUILD_TIMEOUT_IN_SEC: 1800,
    BACKUP_FILE_TIMEOUT_IN_SEC: 600,
    PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: 3600,
    PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: 3600,
    POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: 3600,
    USE_DATABASE_FOLDER_FOR_MIGRATIONS: true,
  });
});

test("an empty variable counts as not set", () => {
  const names = ["PORT", "HOST", "FMS_URL", "TLS_CERT_FILE", "PREVENT_DAPI_CALLOUT", "TRUSTED_PROXIES"];
  expect(readLocalSettings(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readLocalSettings({}));
});

test("values are accepted as people write them", () => {
  const settings = readLocalSettings({
    PORT: "0",
    FMS_URL: "https://FMS.Example.com:443/",
    BASE_URL: "http://keys.example.com:8080",
    SERVICE_PREFIX_ALIASES: " otto, fm-2 ,",
    TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,2001:db8::/32",
    PREVENT_DAPI_CALLOUT: "1",
    DATA_DIR: "some/data",
  });
  expect(settings).toMatchObject({
    PORT: 0,
    FMS_URL: "https://fms.example.com",
    BASE_URL: "http://keys.example.com:8080",
    SERVICE_PREFIX_ALIASES: ["otto", "fm-2"],
    TRUSTED_PROXIES: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"],
    PREVENT_DAPI_CALLOUT: true,
    DATA_DIR: resolve("some/data"),
  });
});

describe("an invalid value", () => {
  const address = "must be an address such as https://fms.example.com, without a path.";
  const prefix = "must be one path segment of lower-case letters, digits and dashes.";
  const wrong: readonly (readonly [name: string, values: readonly string[], sentence: string])[] = [
    ["PORT", ["many", "-1", "65536", "3400.5", "0x10", " 80"], "must be a number from 0 to 65535."],
    ["BASE_URL", ["keys.example.com", "ftp://x", "https://x/path", "https://x?y", "https://x#y", "https://"], address],
    ["FMS_URL", ["localhost", "https://user:secret@fms.example.com", "javascript:alert(1)"], address],
    ["FMS_ADMIN_URL", ["https://fms.example.com/admin"], address],
    ["FMS_LOOPBACK_URL", ["127.0.0.1"], address],
    ["SERVICE_PREFIX", ["a/b", "SVC", "-x", "ü", "x".repeat(33), ".."], prefix],
    ["SERVICE_PREFIX_ALIASES", ["otto,a b", "otto,/x"], prefix],
    [
      "CORS_ORIGINS",
      ["*", "NULL", "null,*", "https://shop.example.com/x", "https://a.test,*", "shop.example.com"],
      address,
    ],
    ["PREVENT_DAPI_CALLOUT", ["yes", "on", "TRUE"], "must be true or false."],
    [
      "TRUSTED_PROXIES",
      ["10", "proxy.example.com", "10.0.0.0/33", "10.0/8", "1.2.3.4,x"],
      "must hold addresses or CIDR ranges.",
    ],
  ];
  for (const [name, values, sentence] of wrong) {
    verifies(
      "runtime:refuses:wrong-setting",
      `${name} is named with its valid values, and its value isn't repeated`,
      () => {
        for (const value of values) expect(refusal({ [name]: value }), value).toBe(`${name} ${sentence}`);
      },
    );
  }

  verifies("runtime:refuses:wrong-setting", "half of a pair is named with its other half", () => {
    for (const name of ["TLS_CERT_FILE", "TLS_KEY_FILE"]) {
      expect(refusal({ [name]: "/x.pem" })).toBe("TLS_CERT_FILE and TLS_KEY_FILE must be set together.");
    }
  });
});

verifies("runtime:refuses:open-without-tls", "for any address beyond loopback", () => {
  for (const HOST of ["0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "keys.example.com"]) {
    expect(refusal({ HOST })).toMatch(
      /^HOST \S+ is reachable from other machines: set TLS_CERT_FILE and TLS_KEY_FILE, or /,
    );
    expect(refusal({ HOST, TRUSTED_PROXIES: "192.0.2.9" })).toBeUndefined();
    expect(refusal({ HOST, TLS_CERT_FILE: "/c", TLS_KEY_FILE: "/k" })).toBeUndefined();
  }
  for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "localhost"]) {
    expect(refusal({ HOST })).toBeUndefined();
  }
});
