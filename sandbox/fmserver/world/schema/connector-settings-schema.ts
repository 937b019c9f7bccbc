import * as z from "zod";

const Text = z.string().default("");
const Off = z.boolean().default(false);
const On = z.boolean().default(true);
const engine = (enabled: z.ZodDefault<z.ZodBoolean>) => z.strictObject({ enabled }).prefault({});
const plugIns = () => z.strictObject({ usePlugins: On, allowInstallPlugin: Off }).prefault({});

/** Settings for clients other than FileMaker Pro: APIs, web publishing, xDBC, plug-ins. */
export const ConnectorSettings = {
  webDirect: engine(On),
  xdbc: engine(Off),
  wpe: engine(On),
  xml: z
    .strictObject({ enabled: Off, installed: Off.describe("false, as on Linux: /xml/config answers 500.") })
    .prefault({}),
  php: z
    .strictObject({
      enabled: Off,
      installed: Off.describe("false, as on Linux: /php/config answers 500."),
      characterEncoding: z.enum(["UTF-8", "ISO-8859-1"]).default("UTF-8"),
      errorMessageLanguage: z.string().default("en"),
      dataPreValidation: Off,
      useFileMakerPhp: Off,
    })
    .prefault({}),
  cwpSessions: z.strictObject({ maxCwpSessions: z.int().min(0).max(2000).default(100) }).prefault({}),
  customHomePage: z.strictObject({ enabled: Off }).prefault({}),
  customHomeUrl: z.strictObject({ customHomeUrl: Text }).prefault({}),
  loadBalancer: z.strictObject({ NginxLoadBalancerUrl: Text }).prefault({}),
  httpsTunneling: z.strictObject({ enableHTTPSTunneling: Off }).prefault({}),
  databaseVisibility: z
    .strictObject({ databaseVisibility: z.union([z.boolean(), z.int(), z.string()]).default(false) })
    .prefault({}),
  proGoTimeout: z
    .strictObject({ enableProGoTimeout: Off, sessionTimeout: z.int().min(1).max(525_600).default(43_200) })
    .prefault({}),
  webDirectTimeout: z.strictObject({ sessionTimeout: z.int().min(1).max(525_600).default(15) }).prefault({}),
  fmseQueue: z.strictObject({ fmseSessionsBeforeQueuing: z.int().min(0).max(500).default(100) }).prefault({}),
  dbsPlugins: plugIns(),
  wpePlugins: plugIns(),
  dapiPlugins: plugIns(),
};
