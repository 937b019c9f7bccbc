import { createHash, type Hash } from "node:crypto";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type ObjectKind, objectKinds } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { Refused } from "../../refused.ts";

/** An object of a file. Two with the same digest are the same but for their names. */
export interface StructureObject {
  /** Of its kind, and of a field in its table. Empty where the file gives none. */
  readonly id: string;
  /** What it keeps under any name. Undefined where the file gives none. */
  readonly uuid: string | undefined;
  readonly name: string;
  /** Of a field: its table. */
  readonly table: Reference | undefined;
  readonly digest: string;
}

/** Everything in a file that is compared. */
export type FileStructure = Readonly<Record<ObjectKind, readonly StructureObject[]>>;

interface Reference {
  readonly id: string;
  readonly name: string;
}

type Attributes = SaxesTagPlain["attributes"];

/** The parts of a file's XML that are read, and the elements that stand for one object each in them. */
const catalogs: Readonly<Record<string, { readonly kind: ObjectKind; readonly element: string }>> = {
  BaseTableCatalog: { kind: "table", element: "BaseTable" },
  FieldCatalog: { kind: "field", element: "Field" },
  TableOccurrenceCatalog: { kind: "tableOccurrence", element: "TableOccurrence" },
  LayoutCatalog: { kind: "layout", element: "Layout" },
  ScriptCatalog: { kind: "script", element: "Script" },
  StepsForScripts: { kind: "script", element: "Script" },
  ValueListCatalog: { kind: "valueList", element: "ValueList" },
  OptionsForValueLists: { kind: "valueList", element: "ValueList" },
  CustomFunctionsCatalog: { kind: "customFunction", element: "CustomFunction" },
  CalcsForCustomFunctions: { kind: "customFunction", element: "CustomFunctionCalc" },
  PrivilegeSetsCatalog: { kind: "privilegeSet", element: "PrivilegeSet" },
};

/** Attributes that any save changes, or that say nothing of what an object does. */
const passing = new Set(["UUID", "modifications", "timestamp", "userName", "accountName", "membercount"]);

/** An object that stands in several places of the XML is put together of them. */
interface Draft {
  readonly id: string;
  readonly name: string;
  readonly uuid: string | undefined;
  readonly table: Reference | undefined;
  readonly digests: readonly string[];
}

/** The element that is being read. */
interface Open {
  readonly catalog: string;
  readonly kind: ObjectKind;
  readonly depth: number;
  readonly hash: Hash;
  id: string | undefined;
  name: string;
  uuid: string;
}

/** Reads the XML of a file in pieces, and keeps of each object who it is and a digest of the rest. @throws Refused */
export function structureReader() {
  const drafts = new Map<ObjectKind, Map<string, Draft>>(objectKinds.map((kind) => [kind, new Map()]));
  let depth = 0;
  let catalog: { readonly name: string; readonly depth: number } | undefined;
  let table: Reference | undefined;
  let object: Open | undefined;
  /** How deep the UUID lies that is being read. */
  let uuidDepth: number | undefined;

  const opened = ({ name: tag, attributes }: Pick<SaxesTagPlain, "name" | "attributes">): void => {
    depth += 1;
    const definition = catalog === undefined ? undefined : catalogs[catalog.name];
    if (object !== undefined) inObject(object, tag, attributes);
    else if (catalog === undefined || definition === undefined) {
      if (Object.hasOwn(catalogs, tag)) catalog = { name: tag, depth };
    } else if (tag === definition.element && !isFolder(attributes)) {
      const { id, name = "" } = attributes;
      const { kind } = definition;
      object = { catalog: catalog.name, kind, depth, hash: createHash("sha256"), id, name, uuid: "" };
      digestTag(object.hash, tag, attributes, ["id", "name"]);
    } else if (definition.kind === "field" && tag === "BaseTableReference") {
      table = { id: attributes.id ?? "", name: attributes.name ?? "" };
    }
  };

  const inObject = (open: Open, name: string, attributes: Attributes): void => {
    const isOwn = depth === open.depth + 1;
    const isReference = name.endsWith("Reference");
    if (name === "UUID") uuidDepth ??= depth;
    // Where only a reference says what the element is about.
    if (isOwn && isReference && open.id === undefined) {
      open.id = attributes.id;
      open.name = attributes.name ?? open.name;
    }
    // What is referred to is known by its id: another name of it is a change of that one alone. Steps are named in the exporter's language.
    const ignored = isReference ? ["name"] : name === "Step" ? ["name", "index"] : [];
    digestTag(open.hash, name, attributes, ignored);
  };

  const text = (piece: string): void => {
    if (object === undefined || piece.trim() === "") return;
    if (uuidDepth === undefined) object.hash.update(`\0text\0${piece}`);
    else if (uuidDepth === object.depth + 1) object.uuid += piece.trim();
  };

  const closed = (): void => {
    if (uuidDepth === depth) uuidDepth = undefined;
    if (object?.depth === depth) {
      keep(object);
      object = undefined;
    } else object?.hash.update("\0end");
    if (catalog?.depth === depth) {
      catalog = undefined;
      table = undefined;
    }
    depth -= 1;
  };

  const keep = ({ kind, id = "", name, uuid, catalog: from, hash }: Open): void => {
    const ofKind = drafts.get(kind) as Map<string, Draft>;
    const parent = kind === "field" ? table : undefined;
    const key = `${parent?.id ?? ""}|${id === "" ? `name ${name}` : id}`;
    const before = ofKind.get(key);
    ofKind.set(key, {
      id,
      name: before?.name || name,
      uuid: before?.uuid ?? (uuid === "" ? undefined : uuid),
      table: parent,
      digests: [...(before?.digests ?? []), `${from} ${hash.digest("base64")}`],
    });
  };

  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", refuseBroken);
  parser.on("doctype", () => {
    throw new Refused("wrong-kind", "the XML has a document type, which the tool does not write");
  });
  parser.on("opentag", opened);
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("closetag", closed);

  return {
    write: (piece: string): void => void parser.write(piece),
    end(): FileStructure {
      parser.close();
      const objectsOf = (kind: ObjectKind) =>
        [...(drafts.get(kind)?.values() ?? [])].map(({ digests, ...draft }) => ({
          ...draft,
          digest: [...digests].sort().join(" "),
        }));
      return Object.fromEntries(objectKinds.map((kind) => [kind, objectsOf(kind)])) as unknown as FileStructure;
    },
  };
}

/** Folders of layouts and scripts, their ends, and separators. */
function isFolder({ isFolder = "False", isSeparatorItem = "False" }: Attributes): boolean {
  return isFolder !== "False" || isSeparatorItem !== "False";
}

function digestTag(hash: Hash, name: string, attributes: Attributes, ignored: readonly string[]): void {
  hash.update(`\0tag\0${name}`);
  for (const [key, value] of Object.entries(attributes))
    if (!passing.has(key) && !ignored.includes(key)) hash.update(`\0${key}\0${value}`);
}

/** Texts of FileMaker hold characters that XML does not allow. Those are no reason to read nothing. */
function refuseBroken(fault: Error): void {
  if (fault.message.includes("disallowed character.") || fault.message.includes("malformed character entity.")) return;
  throw new Refused("wrong-kind", `the XML is damaged: ${fault.message}`, { cause: fault });
}
