/** A thousand bodies. */
import './editor-guard.test.ts';
