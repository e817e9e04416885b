import type { manageApi } from '../../contract/routes.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { changeRule, createRule, deleteRule } from './commands.ts';
import { intakeRule } from './present.ts';
import { type RuleRow, ruleById, ruleCount, rulePage } from './queries.ts';
import { triedRules } from './trial.ts';

const PAGE_SIZE = 20;

export const manageIntakeRules: Handlers<typeof manageApi.intakeRules> = {
  async list(db, { site, query: { count = PAGE_SIZE, page = 1 } }) {
    const rows = await rulePage(db, site.id, count, (page - 1) * count);
    const meta = { total_count: await ruleCount(db, site.id), count: rows.length };
    return { intake_rules: rows.map(intakeRule), meta };
  },
  async create(db, asked) {
    return shown(await createRule(db, asked, asked.body));
  },
  async read(db, { site, params }) {
    return shown(await ruleById(db, site.id, params.id));
  },
  async change(db, asked) {
    return shown(await changeRule(db, asked, asked.params.id, asked.body));
  },
  async remove(db, asked) {
    await deleteRule(db, asked, asked.params.id);
    return undefined;
  },
  async tryOut(db, { site, body }) {
    return { trial: await triedRules(db, site.id, body) };
  },
};

const shown = (row: RuleRow) => new Versioned({ intake_rule: intakeRule(row) }, row.version);
