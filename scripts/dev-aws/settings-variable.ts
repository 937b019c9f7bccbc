/** Carries what references to the stack stand for into the functions' workers, as JSON by function. Of its own environment serverless-offline passes on what starts with `AWS_`. */
export const settingsVariable = "AWS_LATCHKEY_SETTINGS";
