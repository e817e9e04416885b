/** On disk and in S3. */
import './private.test.ts';
