import * as z from "zod";

const Text = z.string().default("");
const Off = z.boolean().default(false);
const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape);

/** Settings for sign-ins through identity providers: those that can be used for files, and their configuration. */
export const SignInSettings = {
  externalServerSignIn: group({ EnableExtServerSignin: Off }).prefault({}),
  microsoftSignIn: group({ EnableMSSignin: Off }).prefault({}),
  googleSignIn: group({ EnableGoogleSignin: Off }).prefault({}),
  amazonSignIn: group({ EnableAmazonSignin: Off }).prefault({}),
  appleSignIn: group({ EnableAppleIDSignin: Off }).prefault({}),
  customSignIn: group({ EnableCustomOAuthSignin: Off }).prefault({}),
  microsoftProvider: group({ AzureID: Text, AzureKey: Text, AzureDirectoryID: Text }).prefault({}),
  googleProvider: group({ GoogleID: Text, GoogleKey: Text }).prefault({}),
  amazonProvider: group({ AmazonID: Text, AmazonKey: Text }).prefault({}),
  appleProvider: group({ ClientID: Text, TeamID: Text, KeyID: Text, PrivateKey: Text }).prefault({}),
  customProvider: group({
    ClientID: Text,
    ClientSecret: Text,
    ProviderName: Text,
    AuthURL: Text,
    TokenURL: Text,
  }).prefault({}),
  externalGroup: group({ groupName: Text }).prefault({}),
  adminConsoleSignIn: group({ useExternalGroup: Off }).prefault({}),
};
