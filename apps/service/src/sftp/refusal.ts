export type RefusalStatus = 'EOF' | 'NO_SUCH_FILE' | 'PERMISSION_DENIED' | 'FAILURE' | 'OP_UNSUPPORTED';

/** What a request is answered that cannot be done, in the words of the protocol; the message is shown to the user. */
export class SftpRefusal extends Error {
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string) {
    super(message);
    this.name = 'SftpRefusal';
    this.status = status;
  }
}

export const noSuchFile = (): SftpRefusal =>
  new SftpRefusal('NO_SUCH_FILE', 'There is no such file or directory.');
export const endOfFile = (): SftpRefusal => new SftpRefusal('EOF', 'End of file');
