/** Explanations of error numbers. */
export const errorNumberMessages = {
  explain: (number: number) => `Explain error ${number}`,
  title: (number: number, source = "Error") => `${source} ${number}`,
  unknown: "Unknown error number. Check the logs of Latchkey and FileMaker Server.",
  cause: "Usual cause",
  remedy: "Next step",
} as const;
