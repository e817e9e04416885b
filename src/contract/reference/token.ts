/** Stands for every token in the examples. */
export const EXAMPLE_TOKEN = '4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw';
