/** E-mail addresses are compared in this form. [ACC-6] */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
