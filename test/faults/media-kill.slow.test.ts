/** Four kills on disk and on S3. */
import './media-kill.test.ts';
