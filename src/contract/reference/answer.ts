/** The answer to an example, as answers.generated.ts stores it. */
export interface StoredAnswer {
  status: number;
  /** JSON, or the text of a file; absent without a body. */
  body?: unknown;
  location?: string;
  /** Says which long lists are shortened. */
  note?: string;
}

/** The address of the service in stored answers. */
export const STORED_URL = 'http://localhost:4000';
