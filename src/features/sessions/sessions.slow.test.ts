/** Also with sixty passwords at once. */
import './sessions.test.ts';
