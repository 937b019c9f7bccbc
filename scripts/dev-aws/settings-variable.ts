/**
 * Variable that carries resolved references to the functions' workers, as JSON by function. serverless-offline only passes on variables
 * that start with `AWS_`.
 */
export const settingsVariable = "AWS_LATCHKEY_SETTINGS";
