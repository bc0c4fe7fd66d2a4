import { randomText } from '../platform/secret.ts';

/** 32 letters and digits are worth 190 bits, and no configuration file needs them quoted. */
export const newPassword = (): string => randomText(32);
