import { fileMakerErrors } from "#shared/contract/filemaker-errors.ts";
import { unknownName } from "./questions/http-question.ts";

/** Texts of FileMaker Server that are recorded as they are. Any other text is replaced by its length. */
const texts: readonly string[] = [
  ...Object.values(fileMakerErrors).map(({ meaning }) => meaning),
  ...["OK", "Requested data is missing", "Unable to open file", "Too many login attempts", "Invalid parameter"],
  ...["Invalid user account and/or password; please try again", "Invalid FileMaker Data API token (*)"],
  ...["URL format is incorrect", "Parameter missing", "Parameter is invalid", "Resource doesn't exist"],
  ...["Parameter missing (*)", "Parameter is invalid (*)", "Request method not supported", "Invalid Token"],
  ...["HTTP method is not allowed", "Content-Type must be application/json", "Find criteria are empty"],
  ...["Unauthorized", "Not Found", "Bad Request", "Method Not Allowed", "Unsupported Media Type", "Bad Gateway"],
  ...["Authentication information wasn't provided in the correct format; verify the value of the Authorization header"],
  ...["Invalid FileMaker Admin API token (*)", "Resource doesn't support the specified HTTP verb"],
  ...["The API request is not supported for this operating system", "Parameter value is invalid"],
  ...["Parameter value is invalid: name: Invalid input: expected string, received undefined"],
  ...["Schedule at specified index does not exist", "JSON input isn't syntactically valid"],
  ...["Required parameter wasn't specified in the request: name", "Required HTTP header wasn't specified"],
  ...["HTTP Authorization header or OAuth headers are missing.", "No records match the request"],
  ...["Request validation failed: Parameter (Authorization) is required", "offset is invalid", "limit is invalid"],
  ...["sort is invalid", "dateformats is invalid", "Unknown parameter(s): _nothing", "Parameter missing (*): query"],
  ...["Invalid account/password", "Unsupported OData operation", "Specified record not found"],
  ...["Unsupported OData operation - only GET, POST, PATCH, and DELETE are supported"],
  ...["Specified WebHook not found", "Unsupported content type", "FileMaker Server Helper started."],
  ...["Additional database folder [1] disabled.", 'Basic realm="FileMaker OData"', "0000-00-00T00:00:00"],
  ...["Internal Server Error", "Created", "No Content", "Moved Permanently", "Found", "Service Unavailable"],
];

/** Texts of FileMaker Server that quote something. Each quoted part is replaced or kept on its own. */
const quotingTexts: readonly string[] = [
  "The field named '*' does not exist in a specified table (9)",
  "Error: syntax error in URL at: '*'",
  "Error: parse failure in URL at: '*'",
  'FQL0009/(1:1): The column named "*" does not exist in table "*".',
  "Table '*' not defined in database",
  "Script '*' not found",
  'Client "*" opening a connection from "*" using "*".',
  'Client "*" opening database "*" as "*".',
  'Client "*" closing database "*" as "*".',
  'Client "*" closing a connection.',
  'Database "*" being opened by "*".',
  'Opened database "*".',
  'Loaded schedule "*", type "*".',
];

/** Parts of our own questions that errors quote. */
export const ownQuotes: ReadonlySet<string> = new Set([
  ...[unknownName, "NoSuchName", "_NoSuchName", "No Such Name", "No%20Such%20Name", "many", "$nothing", "$top", "id"],
  ...["a~b", "nothing", "T00%3A00%3A00Z", "Nothing.GetAll", "Backup", "FileMaker Script", "Message"],
]);

/** Words that FileMaker Server and web servers use as values. */
const words: readonly string[] = [
  ...["NORMAL", "CLOSED", "OPENED", "OPENING", "CLOSING", "PAUSED", "VERIFYING", "RUNNING", "STOPPED", "IDLE"],
  ...["ENABLED", "DISABLED", "ALL_DB", "ALL_DB_FOLDER", "SELECTED_DB", "SINGLE_DB", "DBGROUP", "true", "false"],
  ...["text", "number", "date", "time", "timeStamp", "timestamp", "container", "normal", "calculation", "summary"],
  ...["editText", "popupList", "popupMenu", "checkBox", "radioButtons", "selectionList", "calendar", "secureText"],
  ...["EntitySet", "Singleton", "FunctionImport", "ActionImport", "value", "FileMaker Data API Engine"],
  ...["MM/dd/yyyy", "HH:mm:ss", "MM/dd/yyyy HH:mm:ss", "fmrest", "fmodata", "fmapp", "fmwebdirect", "fmxdbc"],
  ...["en-US", "Information", "Warning", "Error", "FMPRO", "FMGO", "WEBD", "FMWEBDIRECT", "FMSE", "DAPI", "ODATA"],
  ...["EntityType", "EntityContainer", "Schema", "NavigationProperty", "Property", "Key", "4.0", "4.01"],
  ...["utf-8", "UTF-8", "1.0", "ServerVersion", "Supported", "Capabilities", "CURRENT_TIMESTAMP", "ROWID", "ROWMODID"],
  ...["webhooks", "n", "kind", "name", "url", "-", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"],
  ...["Org.OData.Core.V1.Permission/Read", "Org.OData.Capabilities.V1.ConformanceLevelType/Intermediate"],
  ...["application/json;metadata=full;IEEE754Compatible=false;streaming=true", "contains", "endswith", "startswith"],
  ...["application/json;metadata=minimal;IEEE754Compatible=false;streaming=true", "length", "indexof", "substring"],
  ...["application/json;metadata=none;IEEE754Compatible=false;streaming=true", "tolower", "toupper", "trim", "concat"],
  ...["year", "month", "day", "hour", "minute", "second", "fractionalseconds", "totaloffsetminutes", "now", "cast"],
  ...["totalseconds", "mindatetime", "maxdatetime", "round", "floor", "ceiling", "Org.OData.Aggregation.V1.GroupBy"],
  ...["Org.OData.Aggregation.V1.Aggregate", "recordId", "modId", "global", "numeric", "timeOfDay", "valueList"],
  ...["fourDigitYear", "maxRepeat", "maxCharacters", "notEmpty", "repetitionStart", "repetitionEnd"],
  ...["FileMaker_Tables", "FileMaker_BaseTableFields", "FileMaker_Indexes", unknownName, "NoSuchName"],
];

/** Names of folders, files and accounts that every FileMaker Server or operating system has. */
const places: readonly string[] = [
  ...["opt", "Library", "Program Files", "Volumes", "FileMaker", "FileMaker Server", "Data", "Databases", "Secure"],
  ...["Backups", "Documents", "Scripts", "Logs", "Preferences", "Progressive", "RC_Data_FMS", "Removed_By_FMS"],
  ...["Removed", "Sample", ".Sample", "Database Server", "bin", "NginxServer", "Nginx", "HTTPServer", "Web Publishing"],
  ...["CStore", "Admin", "Extensions", "Cloned_by_FMS", "fmserver", "fmsadmin", "root", "wheel", "admin", "staff"],
  ...["latchkey-agent", "latchkey", "daemon", "FMDeveloperTool", "FMDataMigration", "FMUpgradeTool", "fmserverd"],
  ...["fmshelper", "fmsased", "fmslogtrimmer", "fmsib", "fmscwpc", "fmwipd", "fmxdbc_listener", "openssl"],
  ...["Event.log", "Access.log", "Stats.log", "ClientStats.log", "fmdapi.log", "fmodata.log", "scriptEvent.log"],
  ...["TopCallStats.log", "fmadminserver.log", "LastUpgrade.log", "stderr", "stdout", "C:", "Users", "var", "lib"],
];

/** Headers whose values say nothing about a server's owner. */
export const keptHeaders: ReadonlySet<string> = new Set([
  ...["accept-ranges", "allow", "cache-control", "connection", "content-encoding", "content-type", "keep-alive"],
  ...["odata-version", "pragma", "server", "strict-transport-security", "transfer-encoding", "vary", "x-powered-by"],
  ...["x-content-type-options", "x-frame-options", "x-xss-protection", "access-control-allow-credentials"],
  ...["access-control-allow-headers", "access-control-allow-methods", "referrer-policy", "preference-applied"],
]);

export const knownTexts: ReadonlySet<string> = new Set([...texts, ...words]);
export const knownQuotingTexts: ReadonlySet<string> = new Set(quotingTexts);
export const knownPlaces: ReadonlySet<string> = new Set(places);
