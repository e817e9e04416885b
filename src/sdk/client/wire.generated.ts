// Made by `npm run client-types` from src/contract; do not edit.
import type { CallOptions, Route } from './route.ts';
import type { PagedResult } from './walk.ts';

export interface Site {
  /** Site id. */
  id: number;
  /** Name of the site. */
  name: string;
  /** Public address of the site; the addresses of its articles begin with it. */
  url: string;
  /** Language of the site. */
  locale: string;
  /** IANA time zone in which the site reads and writes local times. */
  time_zone: string;
  /** Whether reading the content API of this site needs a key. */
  api_key_required: boolean;
  /** Whether visitors may vote on articles. */
  voting_enabled: boolean;
}

export interface Article {
  /** Article id, drawn at the first publication. */
  id: number;
  /** Slug; made from the title unless given. */
  article_url: string;
  /** Full address. */
  full_url: string;
  /** Title. */
  title: string;
  /** Summary; may be empty. */
  summary: string;
  /** Text, HTML; may be empty. */
  body: string;
  /** Kind of article. */
  type: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest';
  /** How it is shown; follows the type unless given. */
  display_style: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** Where it came in. */
  source: 'newsroom' | 'guest_api' | 'feed' | 'email' | 'upload_form' | 'media_tracker';
  /** Source address, when the article is a link. */
  url: string | null;
  /** Authors. */
  author_ids: number[];
  /** Authors as one displayable string; made from the authors unless given. */
  author_credit: string;
  /** Photo credit. */
  photo_credit: string | null;
  /** Category. */
  category_id: number | null;
  /** Section. */
  section_id: number;
  /** Full size cover image. */
  cover_url: string | null;
  /** Cover X position in percent. */
  cover_pos_x: number;
  /** Cover Y position in percent. */
  cover_pos_y: number;
  /** Keywords. */
  tags: string[];
  /** Canonical address. */
  canonical_url: string | null;
  /** What social networks show of a shared link. */
  open_graph: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links: { title: string; url: string; }[];
  /** Ids of published articles. */
  featured_articles: number[];
  /** Call to action. */
  cta: { label: string; url: string; } | null;
  /** Alt text of the main image. */
  alt_text: string | null;
  /** Exactly one of them. */
  attachments?: Attachments | null;
  /** Site. */
  site_id: number;
  /** Only on articles of an issue. */
  issue_id?: number;
  /** Publish time, UTC. */
  published_at: string;
  /** Publish time with its offset. */
  published_at_l10n: string;
  /** When it was published again after a change. */
  modified_at: string | null;
  /** The same with its offset. */
  modified_at_l10n: string | null;
  /** Index (from 0) at which it is pinned in its section. */
  pinned_index: number | null;
  /** Index (from 0) at which it is pinned on the front page. */
  site_pinned_index: number | null;
}

/** Exactly one of them. */
export interface Attachments {
  video?: VideoAttachment;
  facebook_post?: FacebookAttachment;
  instagram_item?: InstagramAttachment;
  tweet?: TweetAttachment;
}

export interface VideoAttachment {
  /** Still picture. */
  cover_url?: string | null;
  /** Address of the player. */
  embed_src?: string | null;
  /** When the video was published where it comes from. */
  original_published_at?: string | null;
  /** Address of the video where it comes from. */
  original_url?: string | null;
  /** Picture of who published it. */
  profile_image_url?: string | null;
  /** Where it comes from. */
  service?: string | null;
  /** Who published it. */
  username?: string | null;
}

export interface FacebookAttachment {
  /** Id of the post for comments. */
  commenting_post_id_str?: string | null;
  /** YYYY-MM-DDTHH:MM:SS+0000 */
  created_time?: string | null;
  /** Id of the poster. */
  from_id_str?: string | null;
  /** Name of the poster. */
  from_name?: string | null;
  /** Shared link. */
  link?: string | null;
  /** Caption of the link. */
  link_caption?: string | null;
  /** Description of the link. */
  link_description?: string | null;
  /** Name of the link. */
  link_name?: string | null;
  /** Text. */
  message?: string | null;
  /** Id of the shared object. */
  object_id?: string | null;
  /** Picture. */
  picture?: string | null;
  /** Id of the post. */
  post_id_str?: string | null;
  /** Kind of post. */
  post_type?: string | null;
  /** Picture of the poster. */
  profile_picture_url?: string | null;
  /** Further pictures. */
  picture_attachments?: unknown[];
}

export interface InstagramAttachment {
  /** Caption. */
  caption?: string | null;
  /** When it was posted. */
  created_time?: string | null;
  /** Address of the post. */
  link?: string | null;
  /** Id of the post. */
  media_id?: string | null;
  /** Kind of media. */
  media_type?: string | null;
  /** Name of the poster. */
  user_full_name?: string | null;
  /** Handle of the poster. */
  username?: string | null;
  /** Picture of the poster. */
  profile_picture?: string | null;
  /** Id of the poster. */
  user_id?: string | null;
  /** Small video. */
  video_low_resolution?: string | null;
  /** Video. */
  video_standard_resolution?: string | null;
  /** When the small video’s address expires. */
  video_low_resolution_expires_at?: string | null;
  /** When the video’s address expires. */
  video_standard_resolution_expires_at?: string | null;
  /** Users marked in the picture. */
  users_in_photo?: { user: { id: string; username: string; fullname: string; profile_picture_url: string; }; position: { x: number; y: number; }; }[];
}

export interface TweetAttachment {
  /** Date, space, time, without a zone. */
  created_at?: string | null;
  /** Media. */
  media_url?: string | null;
  /** Image. */
  image_url?: string | null;
  /** Video. */
  video_url?: string | null;
  /** Name of the poster. */
  name?: string | null;
  /** HTML embed snippet. */
  oembed?: string | null;
  /** Picture of the poster. */
  profile_image_url?: string | null;
  /** Profile of the poster. */
  profile_url?: string | null;
  /** Id of the tweet that this one repeats. */
  retweet_of_id?: string | null;
  /** Handle of the poster. */
  screen_name?: string | null;
  /** Text. */
  text?: string | null;
  /** Id of the tweet. */
  tweet_id_str?: string | null;
  /** Id of the poster. */
  user_id_str?: string | null;
  /** Address of the tweet. */
  url?: string | null;
}

export interface Meta {
  /** How many items match in all; null where it is not computed. */
  total_count: number | null;
  /** How many items this answer holds. */
  count: number;
}

export interface Pagination {
  /** The address without parameters. */
  base: string;
  /** What is newer than this page. */
  refresh: string;
  /** What is older; null when nothing is. */
  older: string | null;
}

export interface ArticleCategory {
  /** Category id. */
  id: number;
  /** Name of the category. */
  name: string;
  /** Slug; made from the name unless given. */
  category_url: string;
  /** Ordering position; last unless given. */
  order_number: number;
  /** Colour of the category. */
  color: string | null;
}

export interface Section {
  /** Section id. */
  id: number;
  /** The site it belongs to. */
  site_id: number;
  /** Name of the section. */
  name: string;
  /** Slug of the section; made from the name unless given. */
  section_url: string;
  /** Full address of the section. */
  full_url: string;
  /** Description. */
  description: string;
  /** Language of the section; the site’s unless given. */
  locale: string;
  /** Ordering position; last unless given. */
  order_number: number;
  /** Whether menus show it. */
  show_in_menu: boolean;
  /** Only public sections are served. */
  state: 'public' | 'hidden';
  /** Whether readers should refresh it in real time. */
  real_time: boolean;
  /** Article category of the section. */
  category_id: number | null;
  /** Cover image. */
  cover_url: string | null;
  /** Colour of the section. */
  brand_color: string | null;
  /** Shorter name for menus. */
  name_in_menus: string | null;
  /** Text for the title of the section’s page. */
  title_text: string | null;
  /** What social networks show of a shared link. */
  open_graph?: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; } | null;
}

export interface Author {
  /** Unique id. */
  id: number;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** First and last name combined. */
  name: string;
  /** Job title. */
  job_title: string;
  /** Long biography, HTML; may be empty. */
  about: string;
  /** Short biography or slogan. */
  short_description: string;
  /** Address of the avatar; may be empty. */
  avatar: string;
  /** Where to find the author elsewhere; may be empty. Further names are allowed. */
  links: { email?: string; facebook?: string; instagram?: string; pinterest?: string; twitter?: string; website?: string; github?: string; youtube?: string; [name: string]: string | undefined; };
  /** Ordering position; last unless given. */
  order_number: number;
  /** Keywords. */
  tags: string[];
}

export interface CountMeta {
  /** How many items this answer holds. */
  count: number;
}

export interface FeaturedItemContainer {
  /** Container id. */
  id: number;
  /** Not unique; used to filter containers. */
  identifier: string;
  /** Name of the container. */
  name: string;
  /** Address associated with the container; may be empty. */
  link: string;
  /** Orders containers; last unless given. */
  order_number: number;
  /** When set, names the kind of content allowed in. */
  type_restriction: string;
}

export interface Page {
  /** Page id. */
  id: number;
  /** The site it belongs to. */
  site_id: number;
  /** Title of the page. */
  name: string;
  /** Shorter name for menus; the title unless given. */
  menu_name: string;
  /** Slug; made from the name unless given. */
  url: string;
  /** Text of the page, HTML. */
  body: string;
  /** Description for search engines and shares. */
  summary: string | null;
  /** Title for search engines and shares. */
  meta_title: string | null;
  /** Image for shares. */
  cover_url: string | null;
  /** Whether menus show it. */
  show_in_menu: boolean;
  /** Public pages are listed, unlisted ones are served by id only, private ones not at all. */
  visibility: 'private' | 'public' | 'unlisted';
}

export interface Issue {
  /** Issue id. */
  id: number;
  /** The site it belongs to. */
  site_id: number;
  /** Running number starting at 1; the next one unless given. */
  number: number;
  /** Name of the issue. */
  name: string;
  /** Slug; made from the name unless given. */
  issue_url: string;
  /** Only published issues are served. */
  published: boolean;
  /** Cover image. */
  cover_url: string | null;
  /** Colour of the issue. */
  brand_color: string | null;
  /** When it was created. */
  created_at: string;
  /** When any of its content was last edited. */
  updated_at: string;
  /** When it was published; the time of publishing unless given. */
  published_at: string | null;
  /** The same, in the site’s time zone. */
  published_at_l10n: string | null;
}

export interface Like {
  /** The article. */
  article_id: number;
  /** Votes for it. */
  upvotes: number;
  /** Votes against it. */
  downvotes: number;
  /** Upvotes less downvotes. */
  score: number;
}

export interface Event {
  /** Event id. */
  id: number;
  /** The site it belongs to. */
  site_id: number;
  /** Name of the event. */
  name: string;
  /** Short summary. */
  summary: string;
  /** Long description, HTML. */
  description: string | null;
  /** Start. A bare date is midnight in the site’s time zone. */
  start_date: string;
  /** End; the start unless given. */
  end_date: string;
  /** Then only the dates of start and end are meaningful. */
  all_day: boolean;
  /** Served from this time on; null keeps it back. */
  published_at: string | null;
  /** Null without a deadline. */
  registration_deadline: string | null;
  /** Where to register; null when that is not required. */
  signup: string | null;
  /** Whether admission is free. */
  free_admission: boolean | null;
  /** Ticket information. */
  tickets: string | null;
  /** Cover image. */
  cover_url: string | null;
  /** Categories. */
  categories: string[];
  /** Languages. */
  languages: string[];
  /** Keywords. */
  tags: string[];
  /** Themes. */
  themes: string[];
  /** Images, the cover included. */
  images: EventImage[];
  location: EventLocation | null;
  organizer: EventOrganizer | null;
}

export interface EventImage {
  /** Image id; drawn unless given. */
  id?: number;
  /** Caption. */
  caption?: string;
  /** Address, when the image acts as a link. */
  link?: string | null;
  /** Image file. */
  url: string;
}

export interface EventLocation {
  /** Id; drawn unless given. */
  id?: number | null;
  /** Name of the venue. */
  name?: string | null;
  /** Phone number. */
  phone?: string | null;
  /** Website. */
  website?: string | null;
  /** City or municipality. */
  locality?: string | null;
  /** Postal code. */
  postal_code?: string | null;
  /** ISO 3166-1 alpha-2. */
  country_code?: string | null;
  /** Street address. */
  street_address_primary?: string | null;
  /** Second line of the address. */
  street_address_secondary?: string | null;
  /** Third line of the address; typically unused. */
  street_address_tertiary?: string | null;
  /** Latitude. Served as a string. */
  latitude?: string | number | null;
  /** Longitude. Served as a string. */
  longitude?: string | number | null;
}

export interface EventOrganizer {
  /** Id; drawn unless given. */
  id?: number | null;
  /** Name of the organizer. */
  name?: string | null;
}

export interface Campaign {
  /** Campaign id. */
  id: number;
  /** Name of the campaign. */
  name: string;
  /** When entries were last written. */
  last_update_at: string;
  /** Whether the campaign is being collected. */
  update_enabled: boolean;
  /** Whether a person switched it off. */
  disabled_by_user: boolean;
  /** The section it belongs to; null for a campaign of the whole site. */
  service_section_id: number | null;
  /** The site it belongs to. */
  service_site_id: number;
  /** Whether facebook needs to be reconnected. */
  facebook_access_token_expired: boolean;
  /** The same as `facebook_access_token_expired`. */
  facebook_api_token_expired: boolean;
  /** Whether facebook needs to be reconnected because of a new password. */
  facebook_password_changed: boolean;
  /** Whether instagram needs to be reconnected. */
  instagram_access_token_invalid: boolean;
  /** Whether twitter needs to be reconnected. */
  twitter_access_token_invalid: boolean;
  /** Whether twitter took the collecting for spam. */
  twitter_spam_protection_triggered: boolean;
  /** Whether its deletion has begun. */
  being_deleted: boolean;
  /** Whether its section was deleted. */
  section_deleted: boolean;
  /** Whether what was there before the campaign has been collected. */
  old_articles_fetched: boolean;
  /** Whether it has entries of instagram. */
  instagram_items_exist: boolean;
  /** Whether it has entries of twitter. */
  twitter_items_exist: boolean;
  /** Whether it has entries of facebook. */
  facebook_items_exist: boolean;
  /** Whether it has entries of linkedin. */
  linkedin_items_exist: boolean;
  /** Whether an account of facebook is connected. */
  facebook_connected: boolean;
  /** Whether an account of instagram is connected. */
  instagram_connected: boolean;
  /** Whether an account of twitter is connected. */
  twitter_connected: boolean;
  /** Whether the campaign is ready to be read. */
  is_initiated: boolean;
}

export interface CampaignReport {
  /** The campaign id. */
  id: string;
  /** Entries in the range, of all networks. */
  entries: number;
  /** Distinct users with an entry in the range. */
  contributors: number;
  /** Those of them whose first entry in the campaign lies in the range. */
  new_contributors: number;
  /** Likes, comments and shares of all entries in the range. */
  engagement: number;
  /** Latest known followers of the contributors, each counted once. */
  potential_reach: number;
  /** One network. */
  instagram: NetworkBlock;
  /** One network, with shares. */
  twitter: SharingNetworkBlock;
  /** One network, with shares. */
  facebook: SharingNetworkBlock;
  /** One network. */
  linkedin: NetworkBlock;
}

/** One network. */
export interface NetworkBlock {
  /** Entries of the network in the range. */
  posts: number;
  /** Id of the block: the same for a campaign and network at all times. */
  id: string;
  /** Sum of likes. */
  stat1: number;
  /** Median of likes a post; null when none is known. */
  stat1_median: number | null;
  /** Population standard deviation of likes a post; null when none is known. */
  stat1_std_dev: number | null;
  /** Sum of comments or replies. */
  stat2: number;
  /** Median of comments or replies a post; null when none is known. */
  stat2_median: number | null;
  /** Population standard deviation of comments or replies a post; null when none is known. */
  stat2_std_dev: number | null;
}

/** One network, with shares. */
export interface SharingNetworkBlock {
  /** Entries of the network in the range. */
  posts: number;
  /** Id of the block: the same for a campaign and network at all times. */
  id: string;
  /** Sum of likes. */
  stat1: number;
  /** Median of likes a post; null when none is known. */
  stat1_median: number | null;
  /** Population standard deviation of likes a post; null when none is known. */
  stat1_std_dev: number | null;
  /** Sum of comments or replies. */
  stat2: number;
  /** Median of comments or replies a post; null when none is known. */
  stat2_median: number | null;
  /** Population standard deviation of comments or replies a post; null when none is known. */
  stat2_std_dev: number | null;
  /** Sum of shares or retweets. */
  stat3: number;
  /** Median of shares or retweets a post; null when none is known. */
  stat3_median: number | null;
  /** Population standard deviation of shares or retweets a post; null when none is known. */
  stat3_std_dev: number | null;
}

export interface Timeseries {
  /** How long a bucket is. */
  unit: 'hour' | 'day' | 'week' | 'month';
  /** Whose clocks count. */
  time_zone: string;
  /** When it begins, on the clocks of the time zone. */
  start: string | null;
  /** When it ends; the next one begins there. */
  end: string | null;
  /** The pieces, in order of time; together they are the range. */
  buckets: Bucket[];
  /** The figures of the whole time. A contributor of several buckets counts once. */
  total: FigureTotals;
  /** The time to compare with; null when none was asked for. */
  comparison: ComparedSeries | null;
}

/** One piece of a series. */
export interface Bucket {
  /** When it begins, on the clocks of the time zone. */
  start: string;
  /** When it ends; the next one begins there. */
  end: string;
  /** Entries published in this time. */
  entries: number;
  /** Distinct users with an entry in this time. */
  contributors: number;
  /** Those of them whose first entry in the campaign lies in this time. */
  new_contributors: number;
  /** Likes, comments and shares of these entries. */
  engagement: number;
  /** Latest known followers of these contributors, each counted once. */
  potential_reach: number;
}

/** The figures of the whole time. A contributor of several buckets counts once. */
export interface FigureTotals {
  /** Entries published in this time. */
  entries: number;
  /** Distinct users with an entry in this time. */
  contributors: number;
  /** Those of them whose first entry in the campaign lies in this time. */
  new_contributors: number;
  /** Likes, comments and shares of these entries. */
  engagement: number;
  /** Latest known followers of these contributors, each counted once. */
  potential_reach: number;
}

/** The time to compare with; null when none was asked for. */
export interface ComparedSeries {
  /** When it begins, on the clocks of the time zone. */
  start: string | null;
  /** When it ends; the next one begins there. */
  end: string | null;
  /** The pieces, in order of time; together they are the range. */
  buckets: Bucket[];
  /** The figures of the whole time. A contributor of several buckets counts once. */
  total: FigureTotals;
}

export interface Heatmap {
  /** Whose clocks count. */
  time_zone: string;
  /** Entries in the range. */
  entries: number;
  /** All 168, Monday 0 o’clock first. */
  cells: HeatmapCell[];
}

/** One hour of the week. */
export interface HeatmapCell {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** 0 to 23, on the clocks of the time zone. */
  hour: number;
  /** Entries published in this hour of the week. */
  entries: number;
  /** Those of them none of whose figures is hidden. */
  known: number;
  /** Median of the engagement of those that are known; null when there is none. */
  engagement_median: number | null;
}

/** One network beside the others. */
export interface NetworkFigures {
  /** The network. */
  network: 'instagram' | 'twitter' | 'facebook' | 'linkedin';
  /** Entries published in this time. */
  entries: number;
  /** Distinct users with an entry in this time. */
  contributors: number;
  /** Those of them whose first entry in the campaign lies in this time. */
  new_contributors: number;
  /** Likes, comments and shares of these entries. */
  engagement: number;
  /** Latest known followers of these contributors, each counted once. */
  potential_reach: number;
  /** Likes. */
  stat1: number;
  /** Comments or replies. */
  stat2: number;
  /** Shares or retweets; 0 where the network has none. */
  stat3: number;
  /** Its part of all entries, from 0 to 1; null when there are none. */
  entries_share: number | null;
  /** Its part of all engagement, from 0 to 1; null when there is none. */
  engagement_share: number | null;
  /** Engagement divided by entries; null without entries. */
  engagement_per_entry: number | null;
}

export interface Hashtag {
  /** Without the #, in small letters. */
  hashtag: string;
  /** Entries that carry it. */
  entries: number;
  /** Distinct users who used it. */
  contributors: number;
  /** Likes, comments and shares of these entries. */
  engagement: number;
}

export interface Distribution {
  /** What is counted of each entry. */
  figure: 'engagement' | 'stat1' | 'stat2' | 'stat3';
  /** Entries in the range of networks that have this figure. */
  entries: number;
  /** Those of them whose value is known. */
  known: number;
  /** Sum of the known values. */
  sum: number;
  /** Sum divided by known; null when none is known. */
  mean: number | null;
  /** The middle value; null when none is known. */
  median: number | null;
  /** Population standard deviation; null when none is known. */
  std_dev: number | null;
  /** The least value that 10 % of the known ones do not exceed. */
  p10: number | null;
  /** The least value that 25 % of the known ones do not exceed. */
  p25: number | null;
  /** The least value that 75 % of the known ones do not exceed. */
  p75: number | null;
  /** The least value that 90 % of the known ones do not exceed. */
  p90: number | null;
  /** The least value that 95 % of the known ones do not exceed. */
  p95: number | null;
  /** The least value that 99 % of the known ones do not exceed. */
  p99: number | null;
  /** From the least value to the greatest, without gaps; together they hold all known values. */
  bins: Bin[];
}

export interface Bin {
  /** The least value that falls into it. */
  from: number;
  /** The least value that falls into the next one. */
  to: number;
  /** How many entries have such a value. */
  entries: number;
}

/** What a figure means. */
export interface Definition {
  /** The name of the field. */
  figure: string;
  /** What to call it on a screen. */
  label: string;
  /** What exactly it is. */
  definition: string;
}

export interface Entry {
  /** Entry id. */
  id: string;
  /** Id in the originating network. */
  item_id: string;
  /** The network. */
  item_type: 'instagram' | 'twitter' | 'facebook' | 'linkedin';
  /** Address in the originating network. */
  item_url: string;
  /** Picture; empty for entries of text alone. */
  image_url: string;
  /** Text of the post. */
  text: string;
  /** What kind of post it is, where the network tells. */
  post_type: string | null;
  /** When it was posted. */
  published_at: string;
  /** Name in the network. */
  username: string;
  /** Id of the poster in the originating network. */
  user_id: string | null;
  /** Address of the profile. */
  user_profile_url: string;
  /** Picture of the profile. */
  user_profile_picture_url: string;
  /** Id of the matching user record. */
  analytics_user_id: string | null;
  /** Followers; null where the network does not tell. */
  followers: number | null;
  /** How many users the user follows; null where the network does not tell. */
  following: number | null;
  /** Posts of the user in all; null where the network does not tell. */
  posts_published: number | null;
  /** The article that shows the entry in the content API. */
  service_article_id: number | null;
  /** All articles that show the entry. */
  service_article_ids: number[];
  /** Likes. */
  stat1: number;
  /** Comments or replies. */
  stat2: number;
  /** Shares or retweets; 0 where the network has none. */
  stat3: number;
  /** (1 + stat1 + 2·stat2) · (1 + F / (F + 10000)), F being the followers. */
  score: number;
  /** Whether a figure is not known: the network hides it, and it is served as 0. */
  incomplete: boolean;
  /** When its figures were last read from the network. */
  last_successful_data_update_at: string | null;
  /** When that was last tried. */
  last_data_update_attempt_at: string | null;
  /** Why the last refresh failed. */
  last_data_update_failure_reason: { code: string; message: string | null; details: string; } | null;
  /** Users marked in the picture. */
  users_in_photo: { user: { id: string; username: string; fullname: string; profile_picture_url: string; }; position: { x: number; y: number; }; }[];
  /** Engagement as the network counts it. */
  engagement_count: number;
  /** Impressions as the network counts them. */
  impressions_count: number;
  /** Reach as the network counts it. */
  reach_count: number;
  /** How often it was saved, as the network counts it. */
  saved_count: number;
}

export interface AnalyticsPagination {
  /** The address with `count`. */
  base: string;
  /** The next page; null on the last one. */
  older: string | null;
}

export interface AnalyticsUser {
  /** Id of this user record. */
  id: string;
  /** Id in the originating network. */
  user_id: string;
  /** The network. */
  user_type: 'instagram' | 'twitter' | 'facebook' | 'linkedin';
  /** Name in the network. */
  username: string;
  /** Full name; not known of instagram users. */
  fullname: string;
  /** Biography. */
  bio: string;
  /** Address of the profile. */
  profile_url: string;
  /** Picture of the profile. */
  profile_picture_url: string;
  /** Followers; null where the network does not tell. */
  followers: number | null;
  /** How many users the user follows; null where the network does not tell. */
  following: number | null;
  /** Posts of the user in all; null where the network does not tell. */
  posts_published: number | null;
  /** Entries of the user in the campaign. */
  posted_items_count: number;
  /** Entries of the user in the range asked for. */
  post_count: number;
  /** Sum over the days (UTC) of log2(1 + entries of that day). */
  score: number;
  /** Sum of the scores of the user’s entries in the range asked for. */
  item_score_sum: number;
  /** Not available: always 0. */
  stat1_count: number;
  /** Entries of the user that are replies. */
  stat2_count: number;
  /** Not available: always 0. */
  stat3_count: number;
  /** Likes of the user’s entries in the range asked for. */
  items_stat1_sum: number;
  /** Comments or replies to them. */
  items_stat2_sum: number;
  /** Shares or retweets of them. */
  items_stat3_sum: number;
}

/** What can be read of one site. */
export interface SiteOperations {
  /** `GET /v1/sites/{site_id}` */
  readSite<Field extends keyof Site = keyof Site>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ site: Pick<Site, Field> }>;

  /** `GET /v1/sites/{site_id}/articles` */
  listArticles<Field extends keyof Article = keyof Article>(
    parameters?: {
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Comma-separated: articles having one or more of the tags. */
      tags?: readonly string[] | undefined;
      /** `all` requires all listed tags. */
      tag_filter_type?: 'any' | 'all' | undefined;
      /** Articles with a lower id. */
      max_id?: number | undefined;
      /** Articles with a higher id. */
      since_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: Pagination; articles: Pick<Article, Field>[] }, Pick<Article, Field>>;

  /** `GET /v1/sites/{site_id}/articles/{article_id}` */
  readArticle<Field extends keyof Article = keyof Article>(
    parameters: {
      article_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ article: Pick<Article, Field>; categories: ArticleCategory[]; sections: Section[] }>;

  /** `GET /v1/sites/{site_id}/sections` */
  listSections<Field extends keyof Section = keyof Section>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; sections: Pick<Section, Field>[] }>;

  /** `GET /v1/sites/{site_id}/sections/{section_id}` */
  readSection<Field extends keyof Section = keyof Section>(
    parameters: {
      section_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ section: Pick<Section, Field> }>;

  /** `GET /v1/sites/{site_id}/sections/{section_id}/articles` */
  listSectionArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      section_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Comma-separated: articles having one or more of the tags. */
      tags?: readonly string[] | undefined;
      /** `all` requires all listed tags. */
      tag_filter_type?: 'any' | 'all' | undefined;
      /** Articles with a lower id. */
      max_id?: number | undefined;
      /** Articles with a higher id. */
      since_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: Pagination; articles: Pick<Article, Field>[] }, Pick<Article, Field>>;

  /** `GET /v1/sites/{site_id}/authors` */
  listAuthors<Field extends keyof Author = keyof Author>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; authors: Pick<Author, Field>[] }>;

  /** `GET /v1/sites/{site_id}/authors/{author_id}` */
  readAuthor<Field extends keyof Author = keyof Author>(
    parameters: {
      author_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ author: Pick<Author, Field> }>;

  /** `GET /v1/sites/{site_id}/authors/{author_id}/articles` */
  listAuthorArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      author_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Comma-separated: articles having one or more of the tags. */
      tags?: readonly string[] | undefined;
      /** `all` requires all listed tags. */
      tag_filter_type?: 'any' | 'all' | undefined;
      /** Articles with a lower id. */
      max_id?: number | undefined;
      /** Articles with a higher id. */
      since_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: Pagination; articles: Pick<Article, Field>[] }, Pick<Article, Field>>;

  /** `GET /v1/sites/{site_id}/article-categories` */
  listArticleCategories<Field extends keyof ArticleCategory = keyof ArticleCategory>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; categories: Pick<ArticleCategory, Field>[] }>;

  /** `GET /v1/sites/{site_id}/article-categories/{article_category_id}` */
  readArticleCategory<Field extends keyof ArticleCategory = keyof ArticleCategory>(
    parameters: {
      article_category_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ category: Pick<ArticleCategory, Field> }>;

  /** `GET /v1/sites/{site_id}/article-categories/{article_category_id}/articles` */
  listCategoryArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      article_category_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Comma-separated: articles having one or more of the tags. */
      tags?: readonly string[] | undefined;
      /** `all` requires all listed tags. */
      tag_filter_type?: 'any' | 'all' | undefined;
      /** Articles with a lower id. */
      max_id?: number | undefined;
      /** Articles with a higher id. */
      since_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: Pagination; articles: Pick<Article, Field>[]; categories: ArticleCategory[]; sections: Section[] }, Pick<Article, Field>>;

  /** `GET /v1/sites/{site_id}/search/articles` */
  searchArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** What to search for: words, "phrases", -exclusions; the last word may be unfinished. */
      q: string;
      /** Only articles of this section. */
      section_id?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: CountMeta; articles: Pick<Article, Field>[] }>;

  /** `GET /v1/sites/{site_id}/featured-item-containers` */
  listFeaturedItemContainers<Field extends keyof FeaturedItemContainer = keyof FeaturedItemContainer>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Only containers with this identifier. */
      identifier?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: CountMeta; featured_item_containers: Pick<FeaturedItemContainer, Field>[] }>;

  /** `GET /v1/sites/{site_id}/featured-item-containers/{featured_item_container_id}/articles` */
  listContainerArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      featured_item_container_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; articles: Pick<Article, Field>[]; categories: ArticleCategory[]; sections: Section[] }>;

  /** `GET /v1/sites/{site_id}/pages` */
  listPages<Field extends keyof Page = keyof Page>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; pages: Pick<Page, Field>[] }>;

  /** `GET /v1/sites/{site_id}/pages/{page_id}` */
  readPage<Field extends keyof Page = keyof Page>(
    parameters: {
      page_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ page: Pick<Page, Field> }>;

  /** `GET /v1/sites/{site_id}/issues` */
  listIssues<Field extends keyof Issue = keyof Issue>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; issues: Pick<Issue, Field>[] }>;

  /** `GET /v1/sites/{site_id}/issues/{issue_id}` */
  readIssue<Field extends keyof Issue = keyof Issue>(
    parameters: {
      issue_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ issue: Pick<Issue, Field> }>;

  /** `GET /v1/sites/{site_id}/issues/{issue_id}/articles` */
  listIssueArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      issue_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Comma-separated: articles having one or more of the tags. */
      tags?: readonly string[] | undefined;
      /** `all` requires all listed tags. */
      tag_filter_type?: 'any' | 'all' | undefined;
      /** Articles with a lower id. */
      max_id?: number | undefined;
      /** Articles with a higher id. */
      since_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
      /** Only articles with this slug. */
      article_url?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: Pagination; articles: Pick<Article, Field>[]; categories: ArticleCategory[]; sections: Section[] }, Pick<Article, Field>>;

  /** `GET /v1/sites/{site_id}/likes` */
  listLikes<Field extends keyof Like = keyof Like>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; likes: Pick<Like, Field>[] }>;

  /** `GET /v1/sites/{site_id}/events` */
  listEvents<Field extends keyof Event = keyof Event>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Items per response. */
      count?: number | undefined;
      /** Skip this many from the start. */
      offset?: number | undefined;
      /** Only events having this category. */
      category?: string | undefined;
      /** Only events having this theme. */
      theme?: string | undefined;
      /** Only events ongoing on this day (YYYY-MM-DD) or during this month (YYYY-MM), in the site’s time zone. */
      date?: string | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: CountMeta; events: Pick<Event, Field>[] }, Pick<Event, Field>>;

  /** `GET /v1/sites/{site_id}/events/{event_id}` */
  readEvent<Field extends keyof Event = keyof Event>(
    parameters: {
      event_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ event: Pick<Event, Field> }>;
}

/** What can be read of social campaigns. */
export interface AnalyticsOperations {
  /** `GET /v1/campaigns` */
  listCampaigns(
    parameters?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{ campaigns: Campaign[] }>;

  /** `GET /v1/campaigns/{campaign_id}` */
  readCampaign(
    parameters: {
      campaign_id: number;
    },
    options?: CallOptions,
  ): Promise<{ campaign: Campaign }>;

  /** `GET /v1/campaigns/{campaign_id}/campaign_report`: docs/analytics.md defines every figure. */
  readCampaignReport(
    parameters: {
      campaign_id: number;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ campaign_report: CampaignReport }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/timeseries`: The figures hour by hour, day by day, week by week or month by month;
   * at most 5000 buckets.
   */
  readTimeseries(
    parameters: {
      campaign_id: number;
      /** How long a bucket is; weeks begin on Monday. */
      unit?: 'hour' | 'day' | 'week' | 'month' | undefined;
      /** A second series: the time of the same length just before, or the same dates a year before. */
      compare?: 'previous' | 'year' | undefined;
      /** Whose clocks count, and in whose midnight bare dates begin. */
      time_zone?: string | undefined;
      /** What was posted at this time or later. A bare date is 00:00 in `time_zone`. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 in `time_zone`. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ timeseries: Timeseries }>;

  /** `GET /v1/campaigns/{campaign_id}/heatmap`: When in the week posts are published, and what they bring. */
  readHeatmap(
    parameters: {
      campaign_id: number;
      /** Whose clocks count, and in whose midnight bare dates begin. */
      time_zone?: string | undefined;
      /** What was posted at this time or later. A bare date is 00:00 in `time_zone`. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 in `time_zone`. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ heatmap: Heatmap }>;

  /** `GET /v1/campaigns/{campaign_id}/networks`: The networks side by side. */
  listNetworks(
    parameters: {
      campaign_id: number;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ networks: NetworkFigures[] }>;

  /** `GET /v1/campaigns/{campaign_id}/hashtags` */
  listHashtags(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The most of this first. */
      sort?: 'entries' | 'engagement' | 'contributors' | undefined;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; hashtags: Hashtag[] }>;

  /** `GET /v1/campaigns/{campaign_id}/distribution`: How a figure is spread over the entries. */
  readDistribution(
    parameters: {
      campaign_id: number;
      /** What is counted of each entry. */
      figure?: 'engagement' | 'stat1' | 'stat2' | 'stat3' | undefined;
      /** Bins of this width from 0; without it they grow: 0, 1, 2, 5, 10, 20, 50, … */
      bin_width?: number | undefined;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ distribution: Distribution }>;

  /** `GET /v1/campaigns/{campaign_id}/definitions`: What each figure means, in words. */
  listDefinitions(
    parameters: {
      campaign_id: number;
    },
    options?: CallOptions,
  ): Promise<{ definitions: Definition[] }>;

  /** `GET /v1/campaigns/{campaign_id}/entries` */
  listEntries(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** Which page, from 1. */
      page?: number | undefined;
      /** Reverses the order. */
      reverse?: boolean | undefined;
      /** Where the page before ended; follow `older` to have it. */
      after?: string | undefined;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Numbers and dates descend, ids ascend. */
      sort?: 'published_at' | 'score' | 'item_id' | 'stat1' | 'stat2' | 'stat3' | undefined;
      /** Only this network; entries of linkedin are listed only so. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: AnalyticsPagination; entries: Entry[] }, Entry>;

  /** `GET /v1/campaigns/{campaign_id}/users` */
  listUsers(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** Which page, from 1. */
      page?: number | undefined;
      /** Reverses the order. */
      reverse?: boolean | undefined;
      /** Where the page before ended; follow `older` to have it. */
      after?: string | undefined;
      /** What was posted at this time or later. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** What was posted before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Numbers descend, names and ids ascend. */
      sort?: 'followers' | 'following' | 'score' | 'username' | 'user_id' | 'item_score_sum' | 'posts_published' | 'posted_items_count' | undefined;
      /** Only this network; users of linkedin are listed only so. */
      user_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: AnalyticsPagination; users: AnalyticsUser[] }, AnalyticsUser>;

  /** `GET /v1/campaigns/{campaign_id}/users/{analytics_user_id}` */
  readUser(
    parameters: {
      campaign_id: number;
      analytics_user_id: string;
    },
    options?: CallOptions,
  ): Promise<AnalyticsUser>;

  /**
   * `GET /v1/campaigns/{campaign_id}/users/{user_type}/{user_id}`: Redirects to the user with this id in the
   * originating network.
   */
  findUser(
    parameters: {
      campaign_id: number;
      user_type: string;
      user_id: string;
    },
    options?: CallOptions,
  ): Promise<AnalyticsUser>;
}

export const siteRoutes = {
  readSite: { path: '' },
  listArticles: { path: '/articles', paging: 'older', items: 'articles' },
  readArticle: { path: '/articles/:article_id' },
  listSections: { path: '/sections' },
  readSection: { path: '/sections/:section_id' },
  listSectionArticles: { path: '/sections/:section_id/articles', paging: 'older', items: 'articles' },
  listAuthors: { path: '/authors' },
  readAuthor: { path: '/authors/:author_id' },
  listAuthorArticles: { path: '/authors/:author_id/articles', paging: 'older', items: 'articles' },
  listArticleCategories: { path: '/article-categories' },
  readArticleCategory: { path: '/article-categories/:article_category_id' },
  listCategoryArticles: { path: '/article-categories/:article_category_id/articles', paging: 'older', items: 'articles' },
  searchArticles: { path: '/search/articles' },
  listFeaturedItemContainers: { path: '/featured-item-containers' },
  listContainerArticles: { path: '/featured-item-containers/:featured_item_container_id/articles' },
  listPages: { path: '/pages' },
  readPage: { path: '/pages/:page_id' },
  listIssues: { path: '/issues' },
  readIssue: { path: '/issues/:issue_id' },
  listIssueArticles: { path: '/issues/:issue_id/articles', paging: 'older', items: 'articles' },
  listLikes: { path: '/likes' },
  listEvents: { path: '/events', paging: 'offset', items: 'events' },
  readEvent: { path: '/events/:event_id' },
} satisfies Record<string, Route>;

export const analyticsRoutes = {
  listCampaigns: { path: '/v1/campaigns' },
  readCampaign: { path: '/v1/campaigns/:campaign_id' },
  readCampaignReport: { path: '/v1/campaigns/:campaign_id/campaign_report' },
  readTimeseries: { path: '/v1/campaigns/:campaign_id/timeseries' },
  readHeatmap: { path: '/v1/campaigns/:campaign_id/heatmap' },
  listNetworks: { path: '/v1/campaigns/:campaign_id/networks' },
  listHashtags: { path: '/v1/campaigns/:campaign_id/hashtags' },
  readDistribution: { path: '/v1/campaigns/:campaign_id/distribution' },
  listDefinitions: { path: '/v1/campaigns/:campaign_id/definitions' },
  listEntries: { path: '/v1/campaigns/:campaign_id/entries', paging: 'older', items: 'entries' },
  listUsers: { path: '/v1/campaigns/:campaign_id/users', paging: 'older', items: 'users' },
  readUser: { path: '/v1/campaigns/:campaign_id/users/:analytics_user_id' },
  findUser: { path: '/v1/campaigns/:campaign_id/users/:user_type/:user_id' },
} satisfies Record<string, Route>;
