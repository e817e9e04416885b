/** The token in all examples; test/examples.test.ts replaces it with a real one. */
export const EXAMPLE_TOKEN = '4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw';

/** The uid of the first article in all examples; test/examples.test.ts replaces it. */
export const EXAMPLE_UID = '0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21';
