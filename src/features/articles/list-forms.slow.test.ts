/** With all combinations of forms and filters. */
import './list-forms.test.ts';
