/** Where customers reach the service, as the page says that was served. */
export const PUBLIC_URL = document.documentElement.dataset.publicUrl ?? '';
