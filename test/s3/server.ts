/** The S3 server of a test file. */
import { atFileEnd } from '../at-file-end.ts';
import { type S3Server, startS3 } from './start.ts';

export async function s3Server(): Promise<S3Server> {
  const server = await startS3();
  atFileEnd(server.stop);
  return server;
}
