// Made by `npm run row-types` from the migrated schema; do not edit.
import type { ColumnType, Generated } from 'kysely';

/** Read as the parsed value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;
type GeneratedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;

export interface ApiKeyRow {
  id: number;
  name: string;
  scopes: string[];
  all_sites: boolean;
  key_hash: Buffer | null;
  created_at: GeneratedInstant;
  expires_at: NullableInstant;
  last_used_at: NullableInstant;
}

export interface ApiKeySiteRow {
  api_key_id: number;
  site_id: number;
}

export interface ArticleRow {
  site_id: number;
  uid: string;
  id: number | null;
  state: string;
  version: Generated<number>;
  published_version: number | null;
  section_id: number | null;
  category_id: number | null;
  article_url: string;
  title: string;
  type: string;
  source: string;
  tags: string[];
  author_ids: number[];
  written: Json;
  pinned_index: number | null;
  site_pinned_index: number | null;
  publish_at: NullableInstant;
  published_at: NullableInstant;
  modified_at: NullableInstant;
  order_number: number | null;
  site_order_number: number | null;
  created_at: Instant;
  updated_at: Instant;
  publish_problem: string | null;
  deleted_at: NullableInstant;
  created_by: string | null;
  updated_by: Generated<string>;
  scheduled_version: number | null;
}

export interface ArticleCategoryRow {
  site_id: number;
  id: number;
  name: string;
  category_url: string;
  order_number: number;
  color: string | null;
  version: Generated<number>;
}

export interface ArticleChangeRow {
  site_id: number;
  uid: string;
  changed_in: string;
}

export interface ArticleCountRow {
  site_id: number;
  list_key: string;
  total: number;
}

export interface ArticleEventRow {
  site_id: number;
  content_version: number;
  article_id: number;
  action: string;
  scope: string;
  section_id: number;
  body: string;
  doc: string | null;
  at: GeneratedInstant;
}

export interface ArticleLikeRow {
  site_id: number;
  article_id: number;
  upvotes: number;
  downvotes: number;
  voted_up: Generated<number>;
  voted_down: Generated<number>;
}

export interface ArticleRevisionRow {
  site_id: number;
  uid: string;
  number: number;
  written: Json;
  created_at: Instant;
  created_by: string;
  began_at: NullableInstant;
}

export interface ArticleSaveRow {
  site_id: number;
  uid: string;
  version: number;
  version_before: number;
  fields: string[];
  saved_by: string;
  saved_at: Instant;
}

export interface ArticleSearchRow {
  site_id: number;
  id: number;
  tsv: string;
  section_id: number;
  number: number;
  head: string;
  is_fresh: Generated<boolean>;
}

export interface ArticleVoteRow {
  site_id: number;
  article_id: number;
  visitor: Buffer;
  vote: number;
}

export interface ArticleWordsRow {
  site_id: number;
  uid: string;
  tsv: string;
}

export interface AuditEntryRow {
  id: Generated<number>;
  at: GeneratedInstant;
  site_ids: number[];
  all_sites: boolean;
  site_id: Generated<number | null>;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string | null;
  address: string | null;
  request_id: string | null;
  action: string;
  noun: string;
  noun_id: string | null;
  title: string | null;
  before: Json;
  after: Json;
  counts: Json;
  merge_key: string | null;
  changed_in: Generated<string>;
}

export interface AuditForgottenRow {
  only_row: Generated<boolean>;
  changed_in: string;
}

export interface AuthorRow {
  site_id: number;
  id: number;
  firstname: string;
  lastname: string;
  job_title: Generated<string>;
  about: Generated<string>;
  short_description: Generated<string>;
  avatar: Generated<string>;
  links: GeneratedJson;
  order_number: number;
  tags: Generated<string[]>;
  version: Generated<number>;
}

export interface BlobRow {
  sha256: Buffer;
  size: number;
  mime: string;
  width: number | null;
  height: number | null;
  pages: number | null;
  has_alpha: Generated<boolean>;
  thumbhash: string | null;
  color: string | null;
  state: Generated<string>;
  orphan_since: NullableInstant;
}

export interface CampaignRow {
  id: number;
  site_id: number;
  section_id: number | null;
  name: string;
  last_update_at: GeneratedInstant;
  update_enabled: Generated<boolean>;
  disabled_by_user: Generated<boolean>;
  facebook_access_token_expired: Generated<boolean>;
  facebook_password_changed: Generated<boolean>;
  instagram_access_token_invalid: Generated<boolean>;
  twitter_access_token_invalid: Generated<boolean>;
  twitter_spam_protection_triggered: Generated<boolean>;
  being_deleted: Generated<boolean>;
  section_deleted: Generated<boolean>;
  old_articles_fetched: Generated<boolean>;
  facebook_connected: Generated<boolean>;
  instagram_connected: Generated<boolean>;
  twitter_connected: Generated<boolean>;
  is_initiated: Generated<boolean>;
  last_user_id: Generated<number>;
  version: Generated<number>;
}

export interface CampaignDayRow {
  campaign_id: number;
  network: string;
  day: number;
  posts: number;
  new_contributors: number;
  stat1: Buffer;
  stat2: Buffer;
  stat3: Buffer;
  contributors: Buffer;
  entries: Buffer;
  hashtags: Buffer;
  format: number;
}

export interface CampaignEntryRow {
  campaign_id: number;
  id: Generated<number>;
  item_type: string;
  item_id: string;
  item_id_order: Generated<string>;
  published_at: Instant;
  user_id: number | null;
  is_reply: Generated<boolean>;
  stat1: number | null;
  stat2: number | null;
  stat3: number | null;
  followers: number | null;
  score_millionths: Generated<number>;
  item_url: Generated<string>;
  image_url: Generated<string>;
  text: Generated<string>;
  post_type: string | null;
  article_id: number | null;
  article_ids: Generated<number[]>;
  last_successful_data_update_at: NullableInstant;
  last_data_update_attempt_at: NullableInstant;
  last_data_update_failure_reason: Json;
  users_in_photo: GeneratedJson;
  engagement_count: Generated<number>;
  impressions_count: Generated<number>;
  reach_count: Generated<number>;
  saved_count: Generated<number>;
  hashtags: Generated<string[]>;
  list_key: Generated<number>;
}

export interface CampaignFollowersRow {
  campaign_id: number;
  part: number;
  followers: Buffer;
  format: number;
}

export interface CampaignMonthRow {
  campaign_id: number;
  network: string;
  month: number;
  posts: number;
  new_contributors: number;
  stat1: Buffer;
  stat2: Buffer;
  stat3: Buffer;
  contributors: Buffer;
  format: number;
}

export interface CampaignNetworkRow {
  campaign_id: number;
  network: string;
  entries: number;
  users: number;
}

export interface CampaignStaleDayRow {
  campaign_id: number;
  network: string;
  day: number;
  first_marked_at: GeneratedInstant;
  marked_at: GeneratedInstant;
}

export interface CampaignUserRow {
  campaign_id: number;
  id: number;
  user_type: string;
  user_id: string;
  user_id_order: Generated<string>;
  username: Generated<string>;
  fullname: Generated<string>;
  bio: Generated<string>;
  profile_url: Generated<string>;
  profile_picture_url: Generated<string>;
  followers: number | null;
  following: number | null;
  posts_published: number | null;
  profile_at: Instant;
  followers_at: NullableInstant;
  first_at: Instant;
  posted_items_count: number;
  reply_count: number;
  score_trillionths: number;
  score: Generated<number>;
  score_millionths_sum: number;
  stat1_sum: number;
  stat2_sum: number;
  stat3_sum: number;
  list_key: Generated<number>;
}

export interface EventRow {
  site_id: number;
  id: number;
  name: string;
  summary: Generated<string>;
  description: string | null;
  start_date: Instant;
  end_date: Instant;
  all_day: Generated<boolean>;
  published_at: NullableInstant;
  registration_deadline: NullableInstant;
  signup: string | null;
  free_admission: boolean | null;
  tickets: string | null;
  cover_url: string | null;
  categories: Generated<string[]>;
  languages: Generated<string[]>;
  tags: Generated<string[]>;
  themes: Generated<string[]>;
  images: GeneratedJson;
  location: Json;
  organizer: Json;
  version: Generated<number>;
  is_served: Generated<boolean>;
}

export interface FailedJobRow {
  kind: string;
  key: string;
  id: number;
  payload: Json;
  tries: number;
  last_error: string;
  created_at: Instant;
  failed_at: GeneratedInstant;
}

export interface FeaturedItemContainerRow {
  site_id: number;
  id: number;
  identifier: string;
  name: string;
  link: Generated<string>;
  order_number: number;
  type_restriction: Generated<string>;
  version: Generated<number>;
}

export interface FeaturedItemContainerArticleRow {
  site_id: number;
  featured_item_container_id: number;
  article_id: number;
  position: number;
}

export interface IdentityRow {
  id: Generated<number>;
  person_id: number;
  issuer: string;
  subject: string;
  email: string | null;
  created_at: GeneratedInstant;
  last_used_at: NullableInstant;
}

export interface ImportRow {
  id: Generated<number>;
  source: Buffer;
  lines: Generated<number>;
  digest: Buffer | null;
  counts: GeneratedJson;
  started_at: GeneratedInstant;
  names: GeneratedJson;
}

export interface ImportLineRow {
  import_id: number;
  line: number;
  noun_order: number;
  reason: string;
  text: string | null;
}

export interface InvitationRow {
  id: Generated<number>;
  token_hash: Buffer;
  email: string;
  created_by: string;
  person_id: number | null;
  api_key_id: number | null;
  created_at: GeneratedInstant;
  expires_at: Instant;
}

export interface InvitationRoleRow {
  invitation_id: number;
  site_id: number | null;
  role: string;
}

export interface IssueRow {
  site_id: number;
  id: number;
  number: number;
  name: string;
  issue_url: string;
  published: Generated<boolean>;
  cover_url: string | null;
  brand_color: string | null;
  created_at: Instant;
  updated_at: Instant;
  published_at: NullableInstant;
  version: Generated<number>;
}

export interface IssueArticleRow {
  site_id: number;
  issue_id: number;
  article_id: number;
  position: number;
}

export interface JobRow {
  kind: string;
  key: string;
  id: Generated<number>;
  payload: Json;
  run_at: Instant;
  tries: Generated<number>;
  last_error: string | null;
  created_at: GeneratedInstant;
}

export interface JobLaneRow {
  kind: string;
  key: string;
  next_at: Instant;
  claim: number | null;
  holder: number | null;
}

export interface JobScheduleRow {
  name: string;
  every_seconds: number;
  next_at: Instant;
}

export interface LaneHolderRow {
  id: number;
}

export interface MediaRow {
  site_id: number;
  id: number;
  sha256: Buffer;
  received_sha256: Buffer;
  dir: string;
  name: string;
  ext: string;
  legacy_path: string | null;
  title: Generated<string>;
  alt_text: string | null;
  credit: string | null;
  caption: Generated<string>;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  origin: string;
  source_url: string | null;
  rights: Json;
  created_by: string;
  created_at: GeneratedInstant;
  orphan_since: NullableInstant;
  version: Generated<number>;
  former_paths: Generated<string[]>;
}

export interface MediaSettingsRow {
  is_only: Generated<boolean>;
  media_url: string;
}

export interface MediaUseRow {
  site_id: number;
  media_id: number;
  owner: string;
  owner_id: string;
}

export interface PageRow {
  site_id: number;
  id: number;
  name: string;
  menu_name: string;
  url: string;
  body: Generated<string>;
  summary: string | null;
  meta_title: string | null;
  cover_url: string | null;
  show_in_menu: Generated<boolean>;
  visibility: Generated<string>;
  version: Generated<number>;
}

export interface PasskeyRow {
  id: Generated<number>;
  person_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  rp_id: string;
  name: string;
  is_synced: boolean;
  created_at: GeneratedInstant;
  last_used_at: NullableInstant;
  copied_at: NullableInstant;
}

export interface PasswordResetRow {
  person_id: number;
  token_hash: Buffer;
  created_by: string;
  created_by_person: number | null;
  created_by_key: number | null;
  created_at: GeneratedInstant;
  expires_at: Instant;
}

export interface PersonRow {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  language: Generated<string>;
  theme: Generated<string>;
  shortcuts: Generated<boolean>;
  is_demo: Generated<boolean>;
  version: Generated<number>;
  created_at: GeneratedInstant;
  updated_at: GeneratedInstant;
  last_seen_at: NullableInstant;
  user_handle: Generated<string>;
}

export interface PersonRoleRow {
  person_id: number;
  site_id: number | null;
  role: string;
}

export interface PresenceRow {
  site_id: number;
  uid: string;
  actor: string;
  name: string | null;
  field: string | null;
  since: GeneratedInstant;
  expires_at: Instant;
}

export interface PreviewRow {
  site_id: number;
  uid: string;
  id: Generated<number>;
  token_hash: Buffer;
  created_by: string;
  created_at: GeneratedInstant;
  expires_at: Instant;
}

export interface PublishedArticleRow {
  site_id: number;
  id: number;
  uid: string;
  section_id: number;
  category_id: number | null;
  article_url: string;
  pinned_index: number | null;
  site_pinned_index: number | null;
  is_served: boolean;
  doc: string;
  notification_json: string;
  doc_hash: Generated<string>;
}

export interface PublishedArticleAuthorRow {
  site_id: number;
  author_id: number;
  id: number;
}

export interface PublishedArticleFeatureRow {
  site_id: number;
  featured_id: number;
  id: number;
  position: number;
}

export interface PublishedArticleTagRow {
  site_id: number;
  tag: string;
  id: number;
}

export interface RememberedAnswerRow {
  caller: string;
  idempotency_key: string;
  request_hash: Buffer;
  status: number;
  headers: Json;
  body: string | null;
  created_at: GeneratedInstant;
}

export interface RemoteImageRow {
  site_id: number;
  url_hash: Buffer;
  url: string;
  media_id: number | null;
  state: string;
  tries: Generated<number>;
  last_error: string | null;
  created_at: GeneratedInstant;
}

export interface SchemaMigrationRow {
  number: number;
  name: string;
  hash: string;
  applied_at: GeneratedInstant;
}

export interface SearchWordRow {
  site_id: number;
  word: string;
  frequency: number;
}

export interface SecretKeyRow {
  one: Generated<boolean>;
  key: Buffer;
}

export interface SectionRow {
  site_id: number;
  id: number;
  name: string;
  section_url: string;
  description: Generated<string>;
  locale: string;
  order_number: number;
  show_in_menu: Generated<boolean>;
  state: Generated<string>;
  real_time: Generated<boolean>;
  category_id: number | null;
  cover_url: string | null;
  brand_color: string | null;
  name_in_menus: string | null;
  title_text: string | null;
  open_graph: Json;
  version: Generated<number>;
}

export interface SessionRow {
  id: Generated<number>;
  token_hash: Buffer;
  person_id: number;
  created_at: GeneratedInstant;
  last_seen_at: GeneratedInstant;
  confirmed_at: GeneratedInstant;
  address: string;
  user_agent: string;
  method: string;
}

export interface SetupRow {
  only_row: Generated<boolean>;
  code: string;
}

export interface SignInAttemptRow {
  id: Generated<number>;
  network: string;
  account: Buffer;
  at: GeneratedInstant;
}

export interface SignInChallengeRow {
  hash: Buffer;
  method: string;
  purpose: string;
  network: string;
  origin: string;
  person_id: number | null;
  session_id: number | null;
  account: Buffer | null;
  browser: Buffer | null;
  return_to: string | null;
  created_at: GeneratedInstant;
}

export interface SiteRow {
  id: number;
  name: string;
  url: string;
  locale: string;
  time_zone: string;
  api_key_required: boolean;
  content_version: Generated<number>;
  version: Generated<number>;
  created_at: GeneratedInstant;
  updated_at: GeneratedInstant;
  changes_forgotten: Generated<number>;
  voting_enabled: Generated<boolean>;
  media_url: Generated<string>;
  cache_remote_images: Generated<boolean>;
  preview_url: string | null;
}

export interface ThumbRow {
  sha256: Buffer;
  variant: string;
  bytes: number;
  last_used_on: GeneratedInstant;
}

export interface VisitorSecretRow {
  is_only: Generated<boolean>;
  secret: Buffer;
}

export interface WebhookRow {
  site_id: number;
  id: number;
  section_id: number | null;
  url: string;
  actions: string[];
  active: boolean;
  pause_reason: string | null;
  paused_at: NullableInstant;
  signature_encoding: string;
  extra_headers: boolean;
  secret: Buffer;
  next_secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_until: NullableInstant;
  promoted_at: NullableInstant;
  is_proven: Generated<boolean>;
  status_message: string | null;
  status_message_at: NullableInstant;
  failures_in_row: Generated<number>;
  window_from: NullableInstant;
  window_tries: Generated<number>;
  window_failures: Generated<number>;
  probe_at: NullableInstant;
  probes: Generated<number>;
  closed_at: NullableInstant;
  failing_since: NullableInstant;
  tries_since_success: Generated<number>;
  last_success_at: NullableInstant;
  last_failure_at: NullableInstant;
  last_failure: string | null;
  version: Generated<number>;
  created_at: GeneratedInstant;
  updated_at: GeneratedInstant;
}

export interface WebhookAttemptRow {
  site_id: number;
  webhook_id: number;
  delivery_id: number;
  id: Generated<number>;
  at: Instant;
  outcome: string;
  status: number | null;
  error: string | null;
  counts: boolean;
  remote_address: string | null;
  timing: Json;
  request_headers: Json;
  answer: string | null;
}

export interface WebhookDeliveryRow {
  site_id: number;
  webhook_id: number;
  article_id: number;
  content_version: number;
  action: string;
  id: Generated<number>;
  state: Generated<string>;
  attempts: Generated<number>;
  last_status: number | null;
  superseded_by: number | null;
  created_at: GeneratedInstant;
  settled_at: NullableInstant;
  resend_count: Generated<number>;
}

export interface WebhookLaneRow {
  site_id: number;
  webhook_id: number;
  article_id: number;
  next_at: Instant;
  claim: number | null;
  holder: number | null;
}

export interface WebhookTestRow {
  site_id: number;
  webhook_id: number;
  id: Generated<number>;
  action: string;
  body: string;
  state: Generated<string>;
  attempts: Generated<number>;
  last_status: number | null;
  created_at: GeneratedInstant;
  settled_at: NullableInstant;
}

export interface Rows {
  api_key: ApiKeyRow;
  api_key_site: ApiKeySiteRow;
  article: ArticleRow;
  article_category: ArticleCategoryRow;
  article_change: ArticleChangeRow;
  article_count: ArticleCountRow;
  article_event: ArticleEventRow;
  article_like: ArticleLikeRow;
  article_revision: ArticleRevisionRow;
  article_save: ArticleSaveRow;
  article_search: ArticleSearchRow;
  article_vote: ArticleVoteRow;
  article_words: ArticleWordsRow;
  audit_entry: AuditEntryRow;
  audit_forgotten: AuditForgottenRow;
  author: AuthorRow;
  blob: BlobRow;
  campaign: CampaignRow;
  campaign_day: CampaignDayRow;
  campaign_entry: CampaignEntryRow;
  campaign_followers: CampaignFollowersRow;
  campaign_month: CampaignMonthRow;
  campaign_network: CampaignNetworkRow;
  campaign_stale_day: CampaignStaleDayRow;
  campaign_user: CampaignUserRow;
  event: EventRow;
  failed_job: FailedJobRow;
  featured_item_container: FeaturedItemContainerRow;
  featured_item_container_article: FeaturedItemContainerArticleRow;
  identity: IdentityRow;
  import: ImportRow;
  import_line: ImportLineRow;
  invitation: InvitationRow;
  invitation_role: InvitationRoleRow;
  issue: IssueRow;
  issue_article: IssueArticleRow;
  job: JobRow;
  job_lane: JobLaneRow;
  job_schedule: JobScheduleRow;
  lane_holder: LaneHolderRow;
  media: MediaRow;
  media_settings: MediaSettingsRow;
  media_use: MediaUseRow;
  page: PageRow;
  passkey: PasskeyRow;
  password_reset: PasswordResetRow;
  person: PersonRow;
  person_role: PersonRoleRow;
  presence: PresenceRow;
  preview: PreviewRow;
  published_article: PublishedArticleRow;
  published_article_author: PublishedArticleAuthorRow;
  published_article_feature: PublishedArticleFeatureRow;
  published_article_tag: PublishedArticleTagRow;
  remembered_answer: RememberedAnswerRow;
  remote_image: RemoteImageRow;
  schema_migration: SchemaMigrationRow;
  search_word: SearchWordRow;
  secret_key: SecretKeyRow;
  section: SectionRow;
  session: SessionRow;
  setup: SetupRow;
  sign_in_attempt: SignInAttemptRow;
  sign_in_challenge: SignInChallengeRow;
  site: SiteRow;
  thumb: ThumbRow;
  visitor_secret: VisitorSecretRow;
  webhook: WebhookRow;
  webhook_attempt: WebhookAttemptRow;
  webhook_delivery: WebhookDeliveryRow;
  webhook_lane: WebhookLaneRow;
  webhook_test: WebhookTestRow;
}
