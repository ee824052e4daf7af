/** Passkeys as the browser has them, between the server's JSON and `navigator.credentials`. */

import type { AccountInfo, PasskeyAnswer, PasskeyOptions, PasskeyRegistration } from '../api/types';

/** What is said to the person who closed the browser's own prompt. */
export const CANCELLED = 'No passkey was used. Try again, or use a password.';

/** No passkey was made or used, in a sentence for the person. */
export class PasskeyError extends Error {}

/** Whether they can be used here: on a secure page of a name that the server knows, in a browser that has them. */
export const offersPasskeys = (info: AccountInfo | null): boolean =>
  (info?.offers_passkeys ?? false) && window.isSecureContext && 'PublicKeyCredential' in window;

export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function encodeBytes(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type Described = { id: string; type: string; transports?: string[] };
const describe = (credentials: unknown) =>
  ((credentials ?? []) as Described[]).map((one) => ({ ...one, id: decodeBytes(one.id) }));

/** Have a passkey made. */
export async function makePasskey({ options }: PasskeyOptions, label = ''): Promise<PasskeyRegistration> {
  const user = options.user as { id: string };
  const publicKey = {
    ...options,
    challenge: decodeBytes(options.challenge as string),
    user: { ...user, id: decodeBytes(user.id) },
    excludeCredentials: describe(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await prompt(() => navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    client_data: encodeBytes(response.clientDataJSON),
    attestation: encodeBytes(response.attestationObject),
    label,
  };
}

/** Have a passkey sign. */
export async function usePasskey({ options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = {
    ...options,
    challenge: decodeBytes(options.challenge as string),
    allowCredentials: describe(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = await prompt(() => navigator.credentials.get({ publicKey }));
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    client_data: encodeBytes(response.clientDataJSON),
    authenticator_data: encodeBytes(response.authenticatorData),
    signature: encodeBytes(response.signature),
    user_handle: response.userHandle ? encodeBytes(response.userHandle) : null,
  };
}

async function prompt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found) return found as PublicKeyCredential;
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    if (problem.name === 'InvalidStateError')
      throw new PasskeyError('This device has a passkey of your account already.', { cause: problem });
  }
  throw new PasskeyError(CANCELLED);
}
