import type { Static } from 'typebox';
import { NewSubmission } from '../contract/form.ts';
import type { FormHandlers } from '../http/forms.ts';
import { objectReader } from '../http/validate.ts';
import { newChallenge } from './form-challenge.ts';
import { admitFile, refuseFile, storeFile } from './form-uploads.ts';
import { type FormTools, submit, withdraw } from './forms.ts';

const readSubmission = objectReader({ key: 'submission', schema: NewSubmission });

export const formHandlers = (tools: FormTools): FormHandlers => ({
  ...{ newChallenge, admitFile, refuseFile, withdraw },
  storeFile: (db, token, upload, sent) => storeFile(db, tools.media, token, upload, sent),
  submit: (db, token, body, client) =>
    submit(db, tools, token, readSubmission(body) as Static<typeof NewSubmission>, client), // read by its schema
});
