/** Whether this machine's keys are called ⌘ and ⌥. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
