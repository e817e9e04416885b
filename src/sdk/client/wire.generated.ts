// Made by `npm run client-types` from src/contract; do not edit.
import type { RouteTable } from './operations.ts';
import type { PagedResult } from './paged-result.ts';
import type { CallOptions, ChangeOptions, Lines, PostOptions, Saved, Tagged, VisitorOptions } from './route.ts';

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
  /** Whether covers on other servers are fetched and served from here. */
  cache_remote_images: boolean;
}

export interface Article {
  /** Article id, assigned at the first publication. */
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
  /** The display style; by default that of the type. */
  display_style: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
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
  /** How social networks show a shared link. */
  open_graph: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
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
  /** The service that it comes from. */
  service?: string | null;
  /** The user who published it. */
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
  picture_attachments?: { url: string; }[];
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
  /** HTML embed snippet, without its script. */
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
  /** The number of matching items; null where it is not computed. */
  total_count: number | null;
  /** How many items this answer holds. */
  count: number;
}

export interface Pagination {
  /** The address without parameters. */
  base: string;
  /** Articles newer than this page. */
  refresh: string;
  /** Older articles; null on the last page. */
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
  /** How social networks show a shared link. */
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
  /** Image id; assigned unless given. */
  id?: number;
  /** Caption. */
  caption?: string;
  /** Address, when the image acts as a link. */
  link?: string | null;
  /** Image file. */
  url: string;
}

export interface EventLocation {
  /** Id; assigned unless given. */
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
  /** Id; assigned unless given. */
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
  /** The site it belongs to; a campaign cannot move to another site. */
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
  /** Whether twitter treated the collection as spam. */
  twitter_spam_protection_triggered: boolean;
  /** Whether its deletion has begun. */
  being_deleted: boolean;
  /** Whether its section was deleted. */
  section_deleted: boolean;
  /** Whether posts from before the campaign have been collected. */
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
  /** The length of a bucket. */
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
  /** The time to compare with; null unless `compare` is given. */
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

/** The time to compare with; null unless `compare` is given. */
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
  /** The figure of each entry. */
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
  /** The number of entries with a value in this range. */
  entries: number;
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
  /** Kind of post, where the network reports it. */
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
  /** Followers; null where the network does not report it. */
  followers: number | null;
  /** How many users the user follows; null where the network does not report it. */
  following: number | null;
  /** Posts of the user in all; null where the network does not report it. */
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
  /** Whether the network hides a figure, which is then served as 0. */
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

/** The definition of a figure. */
export interface Definition {
  /** The name of the field. */
  figure: string;
  /** A label to show. */
  label: string;
  /** The exact definition. */
  definition: string;
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
  /** Followers; null where the network does not report it. */
  followers: number | null;
  /** How many users the user follows; null where the network does not report it. */
  following: number | null;
  /** Posts of the user in all; null where the network does not report it. */
  posts_published: number | null;
  /** Entries of the user in the campaign. */
  posted_items_count: number;
  /** Entries of the user in the requested range. */
  post_count: number;
  /** Sum over the days (UTC) of log2(1 + entries of that day). */
  score: number;
  /** Sum of the scores of the user’s entries in the requested range. */
  item_score_sum: number;
  /** Not available: always 0. */
  stat1_count: number;
  /** Entries of the user that are replies. */
  stat2_count: number;
  /** Not available: always 0. */
  stat3_count: number;
  /** Likes of the user’s entries in the requested range. */
  items_stat1_sum: number;
  /** Comments or replies to them. */
  items_stat2_sum: number;
  /** Shares or retweets of them. */
  items_stat3_sum: number;
}

export interface ManagedSite {
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
  /** Whether covers on other servers are fetched and served from here. */
  cache_remote_images: boolean;
  /**
   * The page of the site that shows previews, with `{token}` where the token goes; it reads /v1/previews/{token}. Null:
   * the page of the service.
   */
  preview_url: string | null;
}

/** Progress of the queue in rendering the articles that repeat fields of this; null when all are up to date. */
export interface RenderingProgress {
  /** Articles that still show what was before. */
  pending: number;
  /** Articles that show it. */
  total: number;
  /** Whether rendering failed for good; the log has the reason. The next change renders all again. */
  failed: boolean;
}

export interface SiteChange {
  /** Name of the site. */
  name?: string;
  /** Public address of the site; the addresses of its articles begin with it. */
  url?: string;
  /** Language of the site. */
  locale?: string;
  /** IANA time zone in which the site reads and writes local times. */
  time_zone?: string;
  /** Whether reading the content API of this site needs a key. */
  api_key_required?: boolean;
  /** Whether visitors may vote on articles. */
  voting_enabled?: boolean;
  /** Whether covers on other servers are fetched and served from here. */
  cache_remote_images?: boolean;
  /**
   * The page of the site that shows previews, with `{token}` where the token goes; it reads /v1/previews/{token}. Null:
   * the page of the service.
   */
  preview_url?: string | null;
}

export interface NewSite {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Name of the site. */
  name: string;
  /** Public address of the site; the addresses of its articles begin with it. */
  url: string;
  /** Language of the site. */
  locale?: string;
  /** IANA time zone in which the site reads and writes local times. */
  time_zone?: string;
  /** Whether reading the content API of this site needs a key. */
  api_key_required?: boolean;
  /** Whether visitors may vote on articles. */
  voting_enabled?: boolean;
  /** Whether covers on other servers are fetched and served from here. */
  cache_remote_images?: boolean;
  /**
   * The page of the site that shows previews, with `{token}` where the token goes; it reads /v1/previews/{token}. Null:
   * the page of the service.
   */
  preview_url?: string | null;
}

export interface NewSection {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Name of the section. */
  name: string;
  /** Slug of the section; made from the name unless given. */
  section_url?: string;
  /** Description. */
  description?: string;
  /** Language of the section; the site’s unless given. */
  locale?: string;
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Whether menus show it. */
  show_in_menu?: boolean;
  /** Only public sections are served. */
  state?: 'public' | 'hidden';
  /** Whether readers should refresh it in real time. */
  real_time?: boolean;
  /** Article category of the section. */
  category_id?: number | null;
  /** Cover image. */
  cover_url?: string | null;
  /** Colour of the section. */
  brand_color?: string | null;
  /** Shorter name for menus. */
  name_in_menus?: string | null;
  /** Text for the title of the section’s page. */
  title_text?: string | null;
  /** How social networks show a shared link. */
  open_graph?: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; } | null;
}

export interface SectionChange {
  /** Name of the section. */
  name?: string;
  /** Slug of the section; made from the name unless given. */
  section_url?: string;
  /** Description. */
  description?: string;
  /** Language of the section; the site’s unless given. */
  locale?: string;
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Whether menus show it. */
  show_in_menu?: boolean;
  /** Only public sections are served. */
  state?: 'public' | 'hidden';
  /** Whether readers should refresh it in real time. */
  real_time?: boolean;
  /** Article category of the section. */
  category_id?: number | null;
  /** Cover image. */
  cover_url?: string | null;
  /** Colour of the section. */
  brand_color?: string | null;
  /** Shorter name for menus. */
  name_in_menus?: string | null;
  /** Text for the title of the section’s page. */
  title_text?: string | null;
  /** How social networks show a shared link. */
  open_graph?: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; } | null;
}

export interface ManagedArticle {
  /** Address of the article from its first save on (UUIDv7). */
  uid: string;
  /** `published` in a body saves and publishes at once. docs/articles.md has the table of transitions. */
  state: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';
  /** Save counter; its ETag. */
  version: number;
  /** When it is to be published; set if and only if the state is `scheduled`. */
  publish_at: string | null;
  /** Why it was not published at the time it was scheduled for. */
  publish_problem: string | null;
  /** When it was moved to the trash; null for all others. */
  deleted_at: string | null;
  /** Article id, assigned at the first publication. */
  id: number | null;
  /** Slug; made from the title unless given. */
  article_url: string;
  /** Full address. */
  full_url: string | null;
  /** Title. */
  title: string;
  /** Summary; may be empty. */
  summary: string;
  /** Text, HTML; may be empty. */
  body: string;
  /** Kind of article. */
  type: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest';
  /** The display style; by default that of the type. */
  display_style: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
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
  /** How social networks show a shared link. */
  open_graph: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
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
  published_at: string | null;
  /** Publish time with its offset. */
  published_at_l10n: string | null;
  /** When it was published again after a change. */
  modified_at: string | null;
  /** The same with its offset. */
  modified_at_l10n: string | null;
  /** Index (from 0) at which it is pinned in its section. */
  pinned_index: number | null;
  /** Index (from 0) at which it is pinned on the front page. */
  site_pinned_index: number | null;
  /** When it was first saved. */
  created_at: string;
  /** Who created it; null for articles of older versions. */
  created_by: string | null;
  /** When its text was last saved. */
  updated_at: string;
  /** Who saved its text last. */
  updated_by: string;
  /** The version that is published at `publish_at`: the last one that was not an autosave. */
  scheduled_version: number | null;
}

export interface ArticleListMeta {
  /** The number of matching items; null where it is not computed. */
  total_count: number | null;
  /** How many items this answer holds. */
  count: number;
  /** The moment that the list is read as of; give it with the cursor. */
  as_of: string;
  /**
   * Articles that were changed after `as_of`, whatever their state is now, and match the other filters; 0 without
   * `as_of`.
   */
  changed_count: number;
}

export interface NewArticle {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** `published` in a body saves and publishes at once. docs/articles.md has the table of transitions. */
  state?: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';
  /** When it is to be published; set if and only if the state is `scheduled`. */
  publish_at?: string | null;
  /** Slug; made from the title unless given. */
  article_url?: string;
  /** Title. */
  title: string;
  /** Summary; may be empty. */
  summary?: string;
  /** Text, HTML; may be empty. */
  body?: string;
  /** Kind of article. */
  type?: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest';
  /** The display style; by default that of the type. */
  display_style?: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
  source?: 'newsroom' | 'guest_api' | 'feed' | 'email' | 'upload_form' | 'media_tracker';
  /** Source address, when the article is a link. */
  url?: string | null;
  /** Authors. */
  author_ids?: number[];
  /** Authors as one displayable string; made from the authors unless given. */
  author_credit?: string;
  /** Photo credit. */
  photo_credit?: string | null;
  /** Category. */
  category_id?: number | null;
  /** Section. */
  section_id: number;
  /** Full size cover image. */
  cover_url?: string | null;
  /** Cover X position in percent. */
  cover_pos_x?: number;
  /** Cover Y position in percent. */
  cover_pos_y?: number;
  /** Keywords. */
  tags?: string[];
  /** Canonical address. */
  canonical_url?: string | null;
  /** How social networks show a shared link. */
  open_graph?: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links?: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
  featured_articles?: number[];
  /** Call to action. */
  cta?: { label: string; url: string; } | null;
  /** Alt text of the main image. */
  alt_text?: string | null;
  /** Exactly one of them. */
  attachments?: Attachments | null;
  /** Publish time, UTC. */
  published_at?: string | null;
  /** Index (from 0) at which it is pinned in its section. */
  pinned_index?: number | null;
  /** Index (from 0) at which it is pinned on the front page. */
  site_pinned_index?: number | null;
}

export interface OperationResult {
  /** The uid of the article, or its id once it has one. */
  uid: string;
  /** The HTTP status of a request that does this alone. */
  status: number;
  /** The version afterwards; null where nothing is left or nothing was done. */
  version: number | null;
  /** `published` in a body saves and publishes at once. docs/articles.md has the table of transitions. */
  state: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished' | null;
  failure?: Error;
}

export interface Error {
  /** One sentence that a person can act on. */
  error: string;
  /** The parameter to blame. */
  parameter?: string;
  /** Everything in the body that is invalid, up to 100 problems. */
  problems?: { path: string; message: string; }[];
  /** Of an article that was saved since it was read: its version now. */
  version?: number;
  /** The fields that were changed since the version of If-Match; null when that is over 30 days ago. */
  changed_fields?: string[] | null;
  /** Who saved it last. */
  changed_by?: string;
  /** When it was saved last. */
  changed_at?: string;
  /** True where the person has to confirm the session first: PUT /v1/manage/sessions/current/confirmation. */
  needs_confirmation?: boolean;
}

export interface ArticleBatch {
  /** Run one after the other. */
  operations: ArticleOperation[];
}

export interface ArticleOperation {
  /** The uid of the article, or its id once it has one. */
  uid: string;
  /** The version that was read; 409 when it is another one by now. */
  if_match?: number;
  /** The operation. */
  action: 'publish' | 'unpublish' | 'change' | 'delete' | 'restore';
  /** The fields that `change` saves. */
  article?: BatchChange;
  /** When to `publish`; now unless given. */
  publish_at?: string | null;
  /** The section to `restore` to, if the old one was deleted. */
  section_id?: number;
}

/** The fields that `change` saves. */
export interface BatchChange {
  /** Section. */
  section_id?: number;
  /** Category. */
  category_id?: number | null;
  /** Authors. */
  author_ids?: number[];
  /** Keywords. */
  tags?: string[];
}

export interface ArticleChange {
  /** `published` in a body saves and publishes at once. docs/articles.md has the table of transitions. */
  state?: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';
  /** When it is to be published; set if and only if the state is `scheduled`. */
  publish_at?: string | null;
  /** Slug; made from the title unless given. */
  article_url?: string;
  /** Title. */
  title?: string;
  /** Summary; may be empty. */
  summary?: string;
  /** Text, HTML; may be empty. */
  body?: string;
  /** Kind of article. */
  type?: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest';
  /** The display style; by default that of the type. */
  display_style?: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
  source?: 'newsroom' | 'guest_api' | 'feed' | 'email' | 'upload_form' | 'media_tracker';
  /** Source address, when the article is a link. */
  url?: string | null;
  /** Authors. */
  author_ids?: number[];
  /** Authors as one displayable string; made from the authors unless given. */
  author_credit?: string;
  /** Photo credit. */
  photo_credit?: string | null;
  /** Category. */
  category_id?: number | null;
  /** Section. */
  section_id?: number;
  /** Full size cover image. */
  cover_url?: string | null;
  /** Cover X position in percent. */
  cover_pos_x?: number;
  /** Cover Y position in percent. */
  cover_pos_y?: number;
  /** Keywords. */
  tags?: string[];
  /** Canonical address. */
  canonical_url?: string | null;
  /** How social networks show a shared link. */
  open_graph?: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links?: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
  featured_articles?: number[];
  /** Call to action. */
  cta?: { label: string; url: string; } | null;
  /** Alt text of the main image. */
  alt_text?: string | null;
  /** Exactly one of them. */
  attachments?: Attachments | null;
  /** Publish time, UTC. */
  published_at?: string | null;
  /** Index (from 0) at which it is pinned in its section. */
  pinned_index?: number | null;
  /** Index (from 0) at which it is pinned on the front page. */
  site_pinned_index?: number | null;
}

export interface ArticleRestoration {
  /** The section to restore it to; needed when its own was deleted. */
  section_id?: number;
}

export interface NewPublication {
  /** When to publish; now unless given. A published article has no schedule: 409. */
  publish_at?: string | null;
}

export interface Pins {
  /** Index (from 0) at which it is pinned in its section. */
  pinned_index?: number | null;
  /** Index (from 0) at which it is pinned on the front page. */
  site_pinned_index?: number | null;
}

export interface Pin {
  /** Address of the article from its first save on (UUIDv7). */
  uid: string;
  /** Index (from 0) at which it is pinned. */
  index: number;
}

export interface PinList {
  /** Every pin; all other articles are unpinned. */
  pins: Pin[];
}

export interface TagSuggestion {
  /** The tag, in the spelling that is used most. */
  tag: string;
  /** The number of recently saved articles with the tag. */
  count: number;
}

export interface ArticleCounts {
  /** Articles whose state is `draft`. */
  draft: number;
  /** Articles whose state is `pending`. */
  pending: number;
  /** Articles whose state is `scheduled`. */
  scheduled: number;
  /** Articles whose state is `published`. */
  published: number;
  /** Articles whose state is `unpublished`. */
  unpublished: number;
}

export interface Revision {
  /** The version that this save made. */
  number: number;
  /** When it was saved. */
  created_at: string;
  /** Who saved it. */
  created_by: string;
  /** Whether it was an autosave, which the next one may replace. */
  automatic: boolean;
}

export interface RevisionWithArticle {
  /** The version that this save made. */
  number: number;
  /** When it was saved. */
  created_at: string;
  /** Who saved it. */
  created_by: string;
  /** Whether it was an autosave, which the next one may replace. */
  automatic: boolean;
  article: WrittenArticle;
}

export interface WrittenArticle {
  /** Slug; made from the title unless given. */
  article_url: string;
  /** Title. */
  title: string;
  /** Summary; may be empty. */
  summary: string;
  /** Text, HTML; may be empty. */
  body: string;
  /** Kind of article. */
  type: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest';
  /** The display style; by default that of the type. */
  display_style: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
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
  /** How social networks show a shared link. */
  open_graph: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
  featured_articles: number[];
  /** Call to action. */
  cta: { label: string; url: string; } | null;
  /** Alt text of the main image. */
  alt_text: string | null;
  /** Exactly one of them. */
  attachments?: Attachments | null;
}

export interface CreatedPreview {
  /** Preview id. */
  id: number;
  /** Who made the link. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** When it ends: seven days later. */
  expires_at: string;
  /** What opens the preview. Shown in this answer and never again. */
  token: string;
  /** The link to share: the site’s `preview_url` with the token, or else the page of the service. */
  url: string;
  /** The page of the service. */
  page_url: string;
  /** The article as JSON. */
  json_url: string;
}

export interface Preview {
  /** Preview id. */
  id: number;
  /** Who made the link. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** When it ends: seven days later. */
  expires_at: string;
}

export interface PreviewState {
  /** The state of the article. */
  state: 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';
  /** Its save counter: another one when the text was saved since. */
  version: number;
  /** When its text was last saved. */
  updated_at: string;
  /** When it is to be published, if it is scheduled. */
  publish_at: string | null;
  /** When this link ends. */
  expires_at: string;
}

export interface PreviewedArticle {
  /** Article id, assigned at the first publication. */
  id: number | null;
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
  /** The display style; by default that of the type. */
  display_style: 'article' | 'text' | 'video' | 'image' | 'facebook-post' | 'tweet' | 'instagram';
  /** The source of the article. */
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
  /** How social networks show a shared link. */
  open_graph: { og_title?: string | null; og_description?: string | null; og_url?: string | null; og_image?: string | null; };
  /** Links. */
  article_links: { title: string; url: string; }[];
  /** Ids of articles of the site. The content API shows those that are public right now, management all. */
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

export interface Presence {
  /** The article. */
  uid: string;
  /** Who has it open. */
  by: string;
  /** Their name; null for keys without one. */
  name: string | null;
  /** The field that is being written, if any. */
  field: string | null;
  /** Since when. */
  since: string;
}

export interface NewPresence {
  /** The article. */
  uid: string;
  /** The field that is being written, if any. */
  field?: string | null;
  /** `false`: the article was closed. */
  active?: boolean;
}

export interface NewLike {
  /** Votes for it. */
  upvotes: number;
  /** Votes against it. */
  downvotes: number;
}

export interface Change {
  /** The site’s version that this change made. */
  version: number;
  /** The change of the article. */
  action: 'publish' | 'update' | 'unpublish';
  /** The article. */
  article_id: number;
  /** When. */
  at: string;
  article: Article | null;
}

export interface NewAuthor {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** First name. */
  firstname: string;
  /** Last name. */
  lastname: string;
  /** Job title. */
  job_title?: string;
  /** Long biography, HTML; may be empty. */
  about?: string;
  /** Short biography or slogan. */
  short_description?: string;
  /** Address of the avatar; may be empty. */
  avatar?: string;
  /** Where to find the author elsewhere; may be empty. Further names are allowed. */
  links?: { email?: string; facebook?: string; instagram?: string; pinterest?: string; twitter?: string; website?: string; github?: string; youtube?: string; [name: string]: string | undefined; };
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Keywords. */
  tags?: string[];
}

export interface AuthorChange {
  /** First name. */
  firstname?: string;
  /** Last name. */
  lastname?: string;
  /** Job title. */
  job_title?: string;
  /** Long biography, HTML; may be empty. */
  about?: string;
  /** Short biography or slogan. */
  short_description?: string;
  /** Address of the avatar; may be empty. */
  avatar?: string;
  /** Where to find the author elsewhere; may be empty. Further names are allowed. */
  links?: { email?: string; facebook?: string; instagram?: string; pinterest?: string; twitter?: string; website?: string; github?: string; youtube?: string; [name: string]: string | undefined; };
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Keywords. */
  tags?: string[];
}

export interface NewArticleCategory {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Name of the category. */
  name: string;
  /** Slug; made from the name unless given. */
  category_url?: string;
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Colour of the category. */
  color?: string | null;
}

export interface ArticleCategoryChange {
  /** Name of the category. */
  name?: string;
  /** Slug; made from the name unless given. */
  category_url?: string;
  /** Ordering position; last unless given. */
  order_number?: number;
  /** Colour of the category. */
  color?: string | null;
}

export interface NewFeaturedItemContainer {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Not unique; used to filter containers. */
  identifier: string;
  /** Name of the container. */
  name: string;
  /** Address associated with the container; may be empty. */
  link?: string;
  /** Orders containers; last unless given. */
  order_number?: number;
  /** When set, names the kind of content allowed in. */
  type_restriction?: string;
}

export interface FeaturedItemContainerChange {
  /** Not unique; used to filter containers. */
  identifier?: string;
  /** Name of the container. */
  name?: string;
  /** Address associated with the container; may be empty. */
  link?: string;
  /** Orders containers; last unless given. */
  order_number?: number;
  /** When set, names the kind of content allowed in. */
  type_restriction?: string;
}

export interface ArticleIds {
  /** Ids of articles of the site, in order. */
  article_ids: number[];
}

export interface NewPage {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Title of the page. */
  name: string;
  /** Shorter name for menus; the title unless given. */
  menu_name?: string;
  /** Slug; made from the name unless given. */
  url?: string;
  /** Text of the page, HTML. */
  body?: string;
  /** Description for search engines and shares. */
  summary?: string | null;
  /** Title for search engines and shares. */
  meta_title?: string | null;
  /** Image for shares. */
  cover_url?: string | null;
  /** Whether menus show it. */
  show_in_menu?: boolean;
  /** Public pages are listed, unlisted ones are served by id only, private ones not at all. */
  visibility?: 'private' | 'public' | 'unlisted';
}

export interface PageChange {
  /** Title of the page. */
  name?: string;
  /** Shorter name for menus; the title unless given. */
  menu_name?: string;
  /** Slug; made from the name unless given. */
  url?: string;
  /** Text of the page, HTML. */
  body?: string;
  /** Description for search engines and shares. */
  summary?: string | null;
  /** Title for search engines and shares. */
  meta_title?: string | null;
  /** Image for shares. */
  cover_url?: string | null;
  /** Whether menus show it. */
  show_in_menu?: boolean;
  /** Public pages are listed, unlisted ones are served by id only, private ones not at all. */
  visibility?: 'private' | 'public' | 'unlisted';
}

export interface NewIssue {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Running number starting at 1; the next one unless given. */
  number?: number;
  /** Name of the issue. */
  name: string;
  /** Slug; made from the name unless given. */
  issue_url?: string;
  /** Only published issues are served. */
  published?: boolean;
  /** Cover image. */
  cover_url?: string | null;
  /** Colour of the issue. */
  brand_color?: string | null;
  /** When it was published; the time of publishing unless given. */
  published_at?: string | null;
}

export interface IssueChange {
  /** Running number starting at 1; the next one unless given. */
  number?: number;
  /** Name of the issue. */
  name?: string;
  /** Slug; made from the name unless given. */
  issue_url?: string;
  /** Only published issues are served. */
  published?: boolean;
  /** Cover image. */
  cover_url?: string | null;
  /** Colour of the issue. */
  brand_color?: string | null;
  /** When it was published; the time of publishing unless given. */
  published_at?: string | null;
}

export interface NewEvent {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Name of the event. */
  name: string;
  /** Short summary. */
  summary?: string;
  /** Long description, HTML. */
  description?: string | null;
  /** Start. A bare date is midnight in the site’s time zone. */
  start_date: string;
  /** End; the start unless given. */
  end_date?: string;
  /** Then only the dates of start and end are meaningful. */
  all_day?: boolean;
  /** Served from this time on; null keeps it back. */
  published_at?: string | null;
  /** Null without a deadline. */
  registration_deadline?: string | null;
  /** Where to register; null when that is not required. */
  signup?: string | null;
  /** Whether admission is free. */
  free_admission?: boolean | null;
  /** Ticket information. */
  tickets?: string | null;
  /** Cover image. */
  cover_url?: string | null;
  /** Categories. */
  categories?: string[];
  /** Languages. */
  languages?: string[];
  /** Keywords. */
  tags?: string[];
  /** Themes. */
  themes?: string[];
  /** Images, the cover included. */
  images?: EventImage[];
  location?: EventLocation | null;
  organizer?: EventOrganizer | null;
}

export interface EventChange {
  /** Name of the event. */
  name?: string;
  /** Short summary. */
  summary?: string;
  /** Long description, HTML. */
  description?: string | null;
  /** Start. A bare date is midnight in the site’s time zone. */
  start_date?: string;
  /** End; the start unless given. */
  end_date?: string;
  /** Then only the dates of start and end are meaningful. */
  all_day?: boolean;
  /** Served from this time on; null keeps it back. */
  published_at?: string | null;
  /** Null without a deadline. */
  registration_deadline?: string | null;
  /** Where to register; null when that is not required. */
  signup?: string | null;
  /** Whether admission is free. */
  free_admission?: boolean | null;
  /** Ticket information. */
  tickets?: string | null;
  /** Cover image. */
  cover_url?: string | null;
  /** Categories. */
  categories?: string[];
  /** Languages. */
  languages?: string[];
  /** Keywords. */
  tags?: string[];
  /** Themes. */
  themes?: string[];
  /** Images, the cover included. */
  images?: EventImage[];
  location?: EventLocation | null;
  organizer?: EventOrganizer | null;
}

export interface MediaItem {
  /** Media id. */
  id: number;
  /** Site id. */
  site_id: number;
  /** The address of the file. Articles and other nouns may refer to it by this address or by `path`. */
  url: string;
  /** The same address within the service, which working copies store. */
  path: string;
  /** The kind of file. */
  type: 'image' | 'video' | 'audio' | 'document';
  /** Media type of the file. */
  mime: string;
  /** Bytes of the file. */
  size: number;
  /** Width of a picture in pixels. */
  width: number | null;
  /** Height of a picture in pixels. */
  height: number | null;
  /** Frames of a picture. */
  pages: number | null;
  /** A blurred picture of some 20 bytes, in base64 (ThumbHash). */
  thumbhash: string | null;
  /** The colour that a picture has on average. */
  color: string | null;
  /** Title; the name of the file unless given. */
  title: string;
  /** A description of the picture for people who cannot see it. */
  alt_text: string | null;
  /** The creator to credit. */
  credit: string | null;
  /** Caption. */
  caption: string;
  /** Percent from the left: the point that crops keep, unless an article says otherwise. */
  focal_x: number;
  /** Percent from the top. */
  focal_y: number;
  /** The origin of the file. */
  origin: 'upload' | 'email' | 'form' | 'guest' | 'remote' | 'import';
  /** The address that it was fetched from. */
  source_url: string | null;
  /** The uploader. */
  created_by: string;
  /** When. */
  created_at: string;
}

export interface NewMediaItem {
  /** A small file in base64, where none is uploaded as a form. */
  data?: string;
  /** A picture on another server, which is fetched, up to 20 MiB. */
  url?: string;
  /** The name of that file. */
  name?: string;
  /** Title; the name of the file unless given. */
  title?: string;
  /** A description of the picture for people who cannot see it. */
  alt_text?: string | null;
  /** The creator to credit. */
  credit?: string | null;
  /** Caption. */
  caption?: string;
  /** Percent from the left: the point that crops keep, unless an article says otherwise. */
  focal_x?: number;
  /** Percent from the top. */
  focal_y?: number;
}

export interface MediaItemChange {
  /** Title; the name of the file unless given. */
  title?: string;
  /** A description of the picture for people who cannot see it. */
  alt_text?: string | null;
  /** The creator to credit. */
  credit?: string | null;
  /** Caption. */
  caption?: string;
  /** Percent from the left: the point that crops keep, unless an article says otherwise. */
  focal_x?: number;
  /** Percent from the top. */
  focal_y?: number;
}

export interface MediaFile {
  /** A small file in base64, where none is uploaded as a form. */
  data?: string;
  /** A picture on another server, which is fetched, up to 20 MiB. */
  url?: string;
  /** The name of that file. */
  name?: string;
}

export interface MediaUse {
  /** The user of the item. `article`: its text or an earlier version of it; `published_article`: the served article. */
  owner: 'article' | 'published_article' | 'section' | 'page' | 'author' | 'issue' | 'event';
  /** The uid of an article, the id of anything else. */
  owner_id: string;
}

export interface Webhook {
  /** Webhook id. */
  id: number;
  /** The site. */
  site_id: number;
  /** The receiver’s address, http or https. It is signed exactly as given, whitespace included. */
  url: string;
  /** Only articles of this section; null: of the whole site. */
  section_id: number | null;
  /** The actions that are sent to it. */
  actions: ('publish' | 'update' | 'unpublish')[];
  /** False pauses it: deliveries are collected and sent when it is active again. */
  active: boolean;
  /** The reason of a pause: `gone` is a response 410, `failing` five days without a success. */
  pause_reason: 'person' | 'gone' | 'failing' | null;
  /** Since when it is paused. */
  paused_at: string | null;
  /** The encoding of the signature. */
  signature_encoding: 'hex' | 'base64';
  /** Whether the headers beyond the interface’s are sent. */
  extra_headers: boolean;
  /** The secrets that exist; none is ever shown again. */
  secret_state: WebhookSecretState;
  /** The health of the receiver. */
  health: WebhookHealth;
  /** The last automatic action of the service. */
  notice: string | null;
  /** When. */
  notice_at: string | null;
  /** Possible problems with this address. */
  warnings: string[];
  /** When it was made. */
  created_at: string;
  /** When it was last changed by a person. */
  updated_at: string;
}

/** The secrets that exist; none is ever shown again. */
export interface WebhookSecretState {
  /** A next secret waits to be promoted. */
  is_staged: boolean;
  /** When the secret in use was promoted. */
  promoted_at: string | null;
  /** Until when the previous one goes on signing `webhook-signature`. */
  previous_until: string | null;
}

/** The health of the receiver. */
export interface WebhookHealth {
  /** `open`: the receiver fails; nothing is sent but a probe now and then. */
  breaker: 'closed' | 'open';
  /** When the next probe may be sent. */
  next_probe_at: string | null;
  /** Deliveries that wait. */
  pending: number;
  /** Since when the oldest of them waits. */
  oldest_pending_at: string | null;
  /** Requests since the last one that succeeded. */
  tries_since_success: number;
  /** When the first of them failed. */
  failing_since: string | null;
  /** The last success. */
  last_success_at: string | null;
  /** The last failure. */
  last_failure_at: string | null;
  /** The error of the last failure. */
  last_failure: string | null;
}

export interface CreatedWebhook {
  /** Webhook id. */
  id: number;
  /** The site. */
  site_id: number;
  /** The receiver’s address, http or https. It is signed exactly as given, whitespace included. */
  url: string;
  /** Only articles of this section; null: of the whole site. */
  section_id: number | null;
  /** The actions that are sent to it. */
  actions: ('publish' | 'update' | 'unpublish')[];
  /** False pauses it: deliveries are collected and sent when it is active again. */
  active: boolean;
  /** The reason of a pause: `gone` is a response 410, `failing` five days without a success. */
  pause_reason: 'person' | 'gone' | 'failing' | null;
  /** Since when it is paused. */
  paused_at: string | null;
  /** The encoding of the signature. */
  signature_encoding: 'hex' | 'base64';
  /** Whether the headers beyond the interface’s are sent. */
  extra_headers: boolean;
  /** The secrets that exist; none is ever shown again. */
  secret_state: WebhookSecretState;
  /** The health of the receiver. */
  health: WebhookHealth;
  /** The last automatic action of the service. */
  notice: string | null;
  /** When. */
  notice_at: string | null;
  /** Possible problems with this address. */
  warnings: string[];
  /** When it was made. */
  created_at: string;
  /** When it was last changed by a person. */
  updated_at: string;
  /** Shown in this answer and never again. */
  secret: string;
}

export interface NewWebhook {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** The receiver’s address, http or https. It is signed exactly as given, whitespace included. */
  url: string;
  /** Only articles of this section; null: of the whole site. */
  section_id?: number | null;
  /** The actions that are sent to it. */
  actions?: ('publish' | 'update' | 'unpublish')[];
  /** False pauses it: deliveries are collected and sent when it is active again. */
  active?: boolean;
  /** The encoding of the signature. */
  signature_encoding?: 'hex' | 'base64';
  /** Whether the headers beyond the interface’s are sent. */
  extra_headers?: boolean;
  /** The signing key. Made for you unless given: then it is a `whsec_` secret of 32 random bytes. */
  secret?: string;
}

export interface WebhookChange {
  /** The receiver’s address, http or https. It is signed exactly as given, whitespace included. */
  url?: string;
  /** Only articles of this section; null: of the whole site. */
  section_id?: number | null;
  /** The actions that are sent to it. */
  actions?: ('publish' | 'update' | 'unpublish')[];
  /** False pauses it: deliveries are collected and sent when it is active again. */
  active?: boolean;
  /** The encoding of the signature. */
  signature_encoding?: 'hex' | 'base64';
  /** Whether the headers beyond the interface’s are sent. */
  extra_headers?: boolean;
}

export interface ShownSecret {
  /** Shown in this answer and never again. */
  secret: string;
  /** `staged`: it signs `webhook-signature` only, until it is promoted. */
  state: 'staged' | 'in_use';
}

export interface NewSecret {
  /** The signing key. Made for you unless given: then it is a `whsec_` secret of 32 random bytes. */
  secret?: string;
}

export interface Delivery {
  /** Delivery id, the same for every try; `webhook-id` carries it. */
  id: number;
  /** The article; 0 in a test. */
  article_id: number;
  /** The site’s version that the event made; 0 in a test. */
  version: number;
  /** The change of the article. */
  action: 'publish' | 'update' | 'unpublish';
  /** The state of the delivery. */
  state: 'pending' | 'delivered' | 'superseded' | 'given_up' | 'skipped';
  /** Tries so far. */
  attempts: number;
  /** When the event happened. */
  created_at: string;
  /** When the receiver took it. */
  delivered_at: string | null;
  /** The last HTTP status. */
  last_status: number | null;
  /** The later delivery that took its place. */
  superseded_by: number | null;
  /** Whether it is a test, which has no article and is not retried. */
  is_test: boolean;
}

export interface DeliveryWithLog {
  /** Delivery id, the same for every try; `webhook-id` carries it. */
  id: number;
  /** The article; 0 in a test. */
  article_id: number;
  /** The site’s version that the event made; 0 in a test. */
  version: number;
  /** The change of the article. */
  action: 'publish' | 'update' | 'unpublish';
  /** The state of the delivery. */
  state: 'pending' | 'delivered' | 'superseded' | 'given_up' | 'skipped';
  /** Tries so far. */
  attempts: number;
  /** When the event happened. */
  created_at: string;
  /** When the receiver took it. */
  delivered_at: string | null;
  /** The last HTTP status. */
  last_status: number | null;
  /** The later delivery that took its place. */
  superseded_by: number | null;
  /** Whether it is a test, which has no article and is not retried. */
  is_test: boolean;
  /** Every attempt, the oldest first. */
  attempt_log: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  /** When it began. */
  at: string;
  /** In one word. */
  outcome: string;
  /** The HTTP status. */
  status: number | null;
  /** The error. */
  error: string | null;
  /** Whether it counts as an attempt. */
  counts: boolean;
  /** The IP address that was connected to. */
  remote_address: string | null;
  /** Milliseconds from the beginning to each step. */
  timing: { [name: string]: number; };
  /** As they were sent. */
  request_headers: { [name: string]: string; };
  /** The beginning of what the receiver answered, whatever its type. */
  answer: string | null;
}

export interface DeliveryPayload {
  /** The body as it is sent: these characters in UTF-8. The signature covers them. */
  body: string;
  /** The headers of the last request, as they were sent; null before the first one. */
  headers: { [name: string]: string; } | null;
  /** When the last request began; null before the first one. */
  sent_at: string | null;
}

export interface NewTest {
  /** The action of the test; the first of the webhook’s actions by default. */
  action?: 'publish' | 'update' | 'unpublish';
}

export interface Replay {
  /** From. */
  since: string;
  /** Before. */
  until: string;
  /** Only what was not delivered. */
  only: 'failed' | null;
  /** The number of events that are sent again. */
  events: number;
}

export interface NewReplay {
  /** Events from this time on. */
  since: string;
  /** Events before this time; now unless given. */
  until?: string | null;
  /** Only events that were not delivered: failed or skipped. */
  only?: 'failed' | null;
}

export interface NewCampaign {
  /** Only with the scope `admin`: the id to keep, for a migration. */
  id?: number;
  /** Name of the campaign. */
  name: string;
  /** Whether the campaign is being collected. */
  update_enabled?: boolean;
  /** Whether a person switched it off. */
  disabled_by_user?: boolean;
  /** The section it belongs to; null for a campaign of the whole site. */
  service_section_id?: number | null;
  /** The site it belongs to; a campaign cannot move to another site. */
  service_site_id: number;
  /** Whether facebook needs to be reconnected. */
  facebook_access_token_expired?: boolean;
  /** Whether facebook needs to be reconnected because of a new password. */
  facebook_password_changed?: boolean;
  /** Whether instagram needs to be reconnected. */
  instagram_access_token_invalid?: boolean;
  /** Whether twitter needs to be reconnected. */
  twitter_access_token_invalid?: boolean;
  /** Whether twitter treated the collection as spam. */
  twitter_spam_protection_triggered?: boolean;
  /** Whether posts from before the campaign have been collected. */
  old_articles_fetched?: boolean;
  /** Whether an account of facebook is connected. */
  facebook_connected?: boolean;
  /** Whether an account of instagram is connected. */
  instagram_connected?: boolean;
  /** Whether an account of twitter is connected. */
  twitter_connected?: boolean;
  /** Whether the campaign is ready to be read. */
  is_initiated?: boolean;
}

export interface CampaignChange {
  /** Name of the campaign. */
  name?: string;
  /** Whether the campaign is being collected. */
  update_enabled?: boolean;
  /** Whether a person switched it off. */
  disabled_by_user?: boolean;
  /** The section it belongs to; null for a campaign of the whole site. */
  service_section_id?: number | null;
  /** The site it belongs to; a campaign cannot move to another site. */
  service_site_id?: number;
  /** Whether facebook needs to be reconnected. */
  facebook_access_token_expired?: boolean;
  /** Whether facebook needs to be reconnected because of a new password. */
  facebook_password_changed?: boolean;
  /** Whether instagram needs to be reconnected. */
  instagram_access_token_invalid?: boolean;
  /** Whether twitter needs to be reconnected. */
  twitter_access_token_invalid?: boolean;
  /** Whether twitter treated the collection as spam. */
  twitter_spam_protection_triggered?: boolean;
  /** Whether posts from before the campaign have been collected. */
  old_articles_fetched?: boolean;
  /** Whether an account of facebook is connected. */
  facebook_connected?: boolean;
  /** Whether an account of instagram is connected. */
  instagram_connected?: boolean;
  /** Whether an account of twitter is connected. */
  twitter_connected?: boolean;
  /** Whether the campaign is ready to be read. */
  is_initiated?: boolean;
}

export interface IngestResult {
  /** Entries that are new. */
  created: number;
  /** Entries that were changed. */
  updated: number;
  /** Entries that were there just so. */
  unchanged: number;
  /** Invalid lines. */
  refused: number;
  /** The first invalid lines. */
  errors: { line: number; problems: { path: string; message: string; }[]; }[];
}

export interface NewEntry {
  /** The network. */
  item_type: 'instagram' | 'twitter' | 'facebook' | 'linkedin';
  /** Id in the originating network. */
  item_id: string;
  /** When it was posted. */
  published_at: string;
  /** The user who posted it. */
  user?: NewEntryUser | null;
  /** Whether it is a reply to another post. */
  is_reply?: boolean;
  /** Likes; null when not known. */
  stat1?: number | null;
  /** Comments or replies; null when not known. */
  stat2?: number | null;
  /** Shares or retweets; null when not known. */
  stat3?: number | null;
  /** Address in the originating network. */
  item_url?: string;
  /** Picture; empty for entries of text alone. */
  image_url?: string;
  /** Text of the post. */
  text?: string;
  /** Kind of post, where the network reports it. */
  post_type?: string | null;
  /** The article that shows the entry in the content API. */
  service_article_id?: number | null;
  /** All articles that show the entry. */
  service_article_ids?: number[];
  /** When its figures were last read from the network. */
  last_successful_data_update_at?: string | null;
  /** When that was last tried. */
  last_data_update_attempt_at?: string | null;
  /** Why the last refresh failed. */
  last_data_update_failure_reason?: { code: string; message: string | null; details: string; } | null;
  /** Users marked in the picture. */
  users_in_photo?: { user: { id: string; username: string; fullname: string; profile_picture_url: string; }; position: { x: number; y: number; }; }[];
  /** Engagement as the network counts it. */
  engagement_count?: number;
  /** Impressions as the network counts them. */
  impressions_count?: number;
  /** Reach as the network counts it. */
  reach_count?: number;
  /** How often it was saved, as the network counts it. */
  saved_count?: number;
}

/** The user who posted it. */
export interface NewEntryUser {
  /** Id in the originating network. */
  user_id: string;
  /** Name in the network. */
  username?: string;
  /** Full name; not known of instagram users. */
  fullname?: string;
  /** Biography. */
  bio?: string;
  /** Address of the profile. */
  profile_url?: string;
  /** Picture of the profile. */
  profile_picture_url?: string;
  /** Followers; null where the network does not report it. */
  followers?: number | null;
  /** How many users the user follows; null where the network does not report it. */
  following?: number | null;
  /** Posts of the user in all; null where the network does not report it. */
  posts_published?: number | null;
}

export interface NewEntries {
  /** Entries, by (item_type, item_id). */
  entries: NewEntry[];
}

export interface DeletionResult {
  /** Entries that are gone now. */
  deleted: number;
  /** Entries that were not there. */
  missing: number;
  /** Invalid lines. */
  refused: number;
  /** The first invalid lines. */
  errors: { line: number; problems: { path: string; message: string; }[]; }[];
}

/** An entry, as its network knows it. */
export interface EntryName {
  /** The network. */
  item_type: 'instagram' | 'twitter' | 'facebook' | 'linkedin';
  /** Id in the originating network. */
  item_id: string;
}

export interface EntryNames {
  /** The entries to delete. */
  entries: EntryName[];
}

export interface AuditEntry {
  /** Entry id. A later change may have a lower one. */
  id: number;
  /** When. */
  at: string;
  /** Who made the change. `timer` is the service itself. */
  actor_kind: 'person' | 'key' | 'admin token' | 'command line' | 'timer' | 'stranger';
  /** The id of the person or the key; null for others. */
  actor_id: number | null;
  /** The name of the person or the key at that time; null for others. */
  actor_name: string | null;
  /** The network address of the request; null for the command line and the timer. */
  address: string | null;
  /** `X-Request-Id` of the request. */
  request_id: string | null;
  /** The sites that it concerns. */
  site_ids: number[];
  /** Whether it concerns all sites. */
  all_sites: boolean;
  /** What was done. */
  action: string;
  /** To what. */
  noun: string;
  /** Its id, of an article the `uid`; null for several. */
  noun_id: string | null;
  /** Its title or name at that time. */
  title: string | null;
  /** The recorded fields that changed, as they were; null for what was created. */
  before: { [name: string]: (string | number)[] | string | number | boolean | null; } | null;
  /** The same fields as they are; null for what was deleted. */
  after: { [name: string]: (string | number)[] | string | number | boolean | null; } | null;
  /** Of a batch, a stream or an import: how many of what; null for single changes. */
  counts: { [name: string]: number; } | null;
}

export interface ActivityEntry {
  /** Entry id. A later change may have a lower one. */
  id: number;
  /** When. */
  at: string;
  /** Who made the change. `timer` is the service itself. */
  actor_kind: 'person' | 'key' | 'admin token' | 'command line' | 'timer' | 'stranger';
  /** The id of the person or the key; null for others. */
  actor_id: number | null;
  /** The name of the person or the key at that time; null for others. */
  actor_name: string | null;
  /** What was done. */
  action: string;
  /** To what. */
  noun: string;
  /** Its id, of an article the `uid`; null for several. */
  noun_id: string | null;
  /** Its title or name at that time. */
  title: string | null;
  /** The state of an article after a change that changed it. */
  state: string | null;
  /** Of a batch, a stream or an import: how many of what; null for single changes. */
  counts: { [name: string]: number; } | null;
}

export interface ApiKey {
  /** Key id. */
  id: number;
  /** The purpose of the key. */
  name: string;
  /** Rights. `admin` includes all others, `manage:write` includes `manage:read`. */
  scopes: ('content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'admin')[];
  /** The sites the key is bound to; empty means all sites. */
  site_ids: number[];
  /** When it stops working; null means never. */
  expires_at: string | null;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it was made. */
  created_at: string;
}

export interface CreatedApiKey {
  /** Key id. */
  id: number;
  /** The purpose of the key. */
  name: string;
  /** Rights. `admin` includes all others, `manage:write` includes `manage:read`. */
  scopes: ('content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'admin')[];
  /** The sites the key is bound to; empty means all sites. */
  site_ids: number[];
  /** When it stops working; null means never. */
  expires_at: string | null;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it was made. */
  created_at: string;
  /** The key itself: shown in this answer and never again. */
  key: string;
}

export interface NewApiKey {
  /** The purpose of the key. */
  name: string;
  /** Rights. `admin` includes all others, `manage:write` includes `manage:read`. */
  scopes: ('content:read' | 'analytics:read' | 'manage:read' | 'manage:write' | 'admin')[];
  /** The sites the key is bound to; empty means all sites. */
  site_ids?: number[];
  /** When it stops working; null means never. */
  expires_at?: string | null;
}

export interface Setup {
  /** Whether the first person is still to be added. */
  is_open: boolean;
}

export interface Me {
  /** Person id. */
  id: number;
  /** Name. */
  name: string;
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Language of the newsroom. */
  language: string;
  /** Colours of the newsroom. */
  theme: 'system' | 'light' | 'dark';
  /** Whether single letters act as shortcuts in the newsroom. */
  shortcuts: boolean;
  /** The roles of the person. */
  roles: MyRole[];
}

export interface MyRole {
  /** The site; null means all sites. */
  site_id: number | null;
  /** The role; docs/people.md has the table of rights. */
  role: 'owner' | 'editor' | 'author' | 'analyst';
  /** Name of the site; null for all sites. */
  site_name: string | null;
}

export interface NewSetup {
  /** The setup code that the service prints when it starts. */
  code: string;
  /** Name. */
  name: string;
  /** The e-mail address that the person signs in with. */
  email: string;
  /** A password of 12 characters or more. */
  password: string;
}

export interface SignInWays {
  /** Whether people sign in with a password. */
  password: boolean;
  /** Whether passkeys can be used: they need https and a host name, or localhost in development. */
  passkey: boolean;
  /** The OpenID Connect provider; null without one. */
  oidc: { name: string; } | null;
}

export interface NewSession {
  /** E-mail address. */
  email: string;
  /** Password. */
  password: string;
}

/** For `navigator.credentials.get`, through `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeyRequestOptions {
  /** Random bytes that the credential has to sign, once and within five minutes. */
  challenge: string;
  /** Host of PUBLIC_URL. */
  rpId: string;
  /** Milliseconds until the challenge expires. */
  timeout: number;
  /** The authenticator has to check a PIN, a finger or a face. */
  userVerification: 'required';
  /** Empty where any passkey may sign in. */
  allowCredentials: CredentialDescriptor[];
}

export interface CredentialDescriptor {
  /** Id of a credential. */
  id: string;
  /** The type of the credential. */
  type: 'public-key';
  /** How the authenticator is reached. */
  transports: string[];
}

export interface PasskeyRequest {
  /** Only passkeys of the person with this address will do. The answer is the same whether there is one. */
  email?: string;
}

/** What `toJSON()` of the credential returns. */
export interface PasskeyCredential {
  /** Id of the credential. In base64url. */
  id: string;
  /** The same. In base64url. */
  rawId: string;
  /** The type of the credential. */
  type: 'public-key';
  /** Its answer. */
  response: PasskeyAssertion;
}

/** Its answer. */
export interface PasskeyAssertion {
  /** What the browser signed. In base64url. */
  clientDataJSON: string;
  /** What the authenticator says of itself. In base64url. */
  authenticatorData: string;
  /** Signature over both. In base64url. */
  signature: string;
  /** The account that the authenticator stored. In base64url. */
  userHandle?: string | null;
}

export interface Session {
  /** Session id. */
  id: number;
  /** Whether this is the session of the request. */
  is_current: boolean;
  /** When the person signed in. */
  created_at: string;
  /** When the session was last used, to the minute. */
  last_seen_at: string;
  /** The network address that the person signed in from. */
  address: string;
  /** The browser, as it named itself. */
  user_agent: string;
}

/** One of the two. */
export interface Confirmation {
  /** The password of the signed-in person. */
  password?: string;
  /** What `toJSON()` of the credential returns. */
  credential?: PasskeyCredential;
}

export interface MyChange {
  /** Name. */
  name?: string;
  /** Language of the newsroom. */
  language?: string;
  /** Colours of the newsroom. */
  theme?: 'system' | 'light' | 'dark';
  /** Whether single letters act as shortcuts in the newsroom. */
  shortcuts?: boolean;
}

export interface PasswordChange {
  /** The present password. */
  current_password: string;
  /** The new password, 12 characters or more. */
  password: string;
}

export interface Authorization {
  /** Where the browser goes next: the page of the provider. */
  url: string;
}

export interface NewAuthorization {
  /** The path on this service that the browser is sent to afterwards; `/` without it. */
  return_to?: string;
}

export interface Identity {
  /** Identity id. */
  id: number;
  /** The provider. */
  issuer: string;
  /** E-mail address at the provider, if it has verified one. */
  email: string | null;
  /** When it was linked. */
  created_at: string;
  /** When it last signed in. */
  last_used_at: string | null;
}

export interface Passkey {
  /** Passkey id. */
  id: number;
  /** Name, to tell passkeys apart. */
  name: string;
  /** The host that it was made for: it signs in nowhere else. */
  host: string;
  /** Whether several devices share it through an account at their vendor. */
  is_synced: boolean;
  /** Whether its counter went back, so that someone may have a copy. It no longer signs in. */
  is_copied: boolean;
  /** When it was added. */
  created_at: string;
  /** When it was last used. */
  last_used_at: string | null;
}

/** For `navigator.credentials.create`, through `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export interface PasskeyCreationOptions {
  /** Random bytes that the credential has to sign, once and within five minutes. */
  challenge: string;
  /** The service, to which the passkey is bound. */
  rp: { id: string; name: string; };
  /** The account that the authenticator stores. */
  user: { id: string; name: string; displayName: string; };
  /** Kinds of keys, the best first. */
  pubKeyCredParams: { type: 'public-key'; alg: number; }[];
  /** Milliseconds until the challenge expires. */
  timeout: number;
  /** The make of the authenticator is not asked for. */
  attestation: 'none';
  /** The passkeys that the person has. */
  excludeCredentials: CredentialDescriptor[];
  /** What the authenticator has to do. */
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: boolean; userVerification: 'required'; };
}

export interface NewPasskey {
  /** Name, to tell passkeys apart. */
  name: string;
  /** What `toJSON()` of the new credential returns. */
  credential: PasskeyRegistration;
}

/** What `toJSON()` of the new credential returns. */
export interface PasskeyRegistration {
  /** Id of the credential. In base64url. */
  id: string;
  /** The same. In base64url. */
  rawId: string;
  /** The type of the credential. */
  type: 'public-key';
  /** Its answer. */
  response: PasskeyAttestation;
}

/** Its answer. */
export interface PasskeyAttestation {
  /** What the browser signed. In base64url. */
  clientDataJSON: string;
  /** The new key. In base64url. */
  attestationObject: string;
  /** How the authenticator is reached. */
  transports?: string[];
}

export interface PasskeyChange {
  /** Name, to tell passkeys apart. */
  name: string;
}

export interface Person {
  /** Person id. */
  id: number;
  /** Name. */
  name: string;
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Roles, at most one for a site and one for all sites. */
  roles: PersonRole[];
  /** Whether the demo made this person. */
  is_demo: boolean;
  /** When the person was added. */
  created_at: string;
  /** When the person was last active, to the minute. */
  last_seen_at: string | null;
}

export interface PersonRole {
  /** The site; null means all sites. */
  site_id: number | null;
  /** The role; docs/people.md has the table of rights. */
  role: 'owner' | 'editor' | 'author' | 'analyst';
}

export interface PersonChange {
  /** Name. */
  name?: string;
  /** The e-mail address that the person signs in with. */
  email?: string;
  /** The whole list of roles on the sites that the caller owns. Roles on other sites stay as they are. */
  roles?: PersonRole[];
}

export interface PasswordReset {
  /** The token that sets a new password: shown in this answer and never again. */
  token: string;
  /** When it stops working. */
  expires_at: string;
}

export interface Invitation {
  /** Invitation id. */
  id: number;
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Roles, at most one for a site and one for all sites. */
  roles: PersonRole[];
  /** Who invited. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** When it stops working. */
  expires_at: string;
}

export interface CreatedInvitation {
  /** Invitation id. */
  id: number;
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Roles, at most one for a site and one for all sites. */
  roles: PersonRole[];
  /** Who invited. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** When it stops working. */
  expires_at: string;
  /** The token that accepts the invitation: shown in this answer and never again. */
  token: string;
}

export interface NewInvitation {
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Roles, at most one for a site and one for all sites. */
  roles: PersonRole[];
}

export interface OpenInvitation {
  /** The e-mail address that the person signs in with. */
  email: string;
  /** Roles, at most one for a site and one for all sites. */
  roles: PersonRole[];
  /** When it stops working. */
  expires_at: string;
  /** Whether a person with this address exists, who accepts with the current password. */
  has_account: boolean;
}

export interface Acceptance {
  /** Name of a new person. */
  name?: string;
  /**
   * The present password of a known person, or the first one of a new person. Left out where passwords are switched
   * off.
   */
  password?: string;
  /** What `toJSON()` of the credential returns. */
  credential?: PasskeyCredential;
}

export interface OpenPasswordReset {
  /** The e-mail address that the person signs in with. */
  email: string;
  /** When it stops working. */
  expires_at: string;
}

export interface NewPassword {
  /** The new password, 12 characters or more. Left out where passwords are switched off. */
  password?: string;
}

/** The content API of one site. */
export interface SiteOperations {
  /** `GET /v1/sites/{site_id}`: Name, address, language and time zone of the site. */
  readSite<Field extends keyof Site = keyof Site>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ site: Pick<Site, Field> }>;

  /**
   * `GET /v1/sites/{site_id}/articles`: The published articles of the site. Pinned articles come at their index on the
   * first page. Newest first by id. Follow `pagination.older` until it is null to read everything, and
   * `pagination.refresh` to read new articles. docs/articles.md says more.
   */
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

  /**
   * `GET /v1/sites/{site_id}/articles/{article_id}`: One published article, with its category and its section. 404
   * while it is not published.
   */
  readArticle<Field extends keyof Article = keyof Article>(
    parameters: {
      article_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ article: Pick<Article, Field>; categories: ArticleCategory[]; sections: Section[] }>;

  /** `GET /v1/sites/{site_id}/sections`: The public sections of the site, in their order. */
  listSections<Field extends keyof Section = keyof Section>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; sections: Pick<Section, Field>[] }>;

  /** `GET /v1/sites/{site_id}/sections/{section_id}`: One public section. A hidden section is 404. */
  readSection<Field extends keyof Section = keyof Section>(
    parameters: {
      section_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ section: Pick<Section, Field> }>;

  /**
   * `GET /v1/sites/{site_id}/sections/{section_id}/articles`: The published articles of one section. Articles pinned in
   * the section come at their index on the first page. Newest first by id. Follow `pagination.older` until it is null
   * to read everything, and `pagination.refresh` to read new articles. docs/articles.md says more.
   */
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

  /** `GET /v1/sites/{site_id}/authors`: All authors of the site, in their order. */
  listAuthors<Field extends keyof Author = keyof Author>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; authors: Pick<Author, Field>[] }>;

  /** `GET /v1/sites/{site_id}/authors/{author_id}`: One author. `about` is sanitised HTML. */
  readAuthor<Field extends keyof Author = keyof Author>(
    parameters: {
      author_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ author: Pick<Author, Field> }>;

  /**
   * `GET /v1/sites/{site_id}/authors/{author_id}/articles`: The published articles that name the author. Newest first
   * by id. Follow `pagination.older` until it is null to read everything, and `pagination.refresh` to read new
   * articles. docs/articles.md says more.
   */
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

  /** `GET /v1/sites/{site_id}/article-categories`: All article categories of the site, in their order. */
  listArticleCategories<Field extends keyof ArticleCategory = keyof ArticleCategory>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; categories: Pick<ArticleCategory, Field>[] }>;

  /** `GET /v1/sites/{site_id}/article-categories/{article_category_id}`: One article category. */
  readArticleCategory<Field extends keyof ArticleCategory = keyof ArticleCategory>(
    parameters: {
      article_category_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ category: Pick<ArticleCategory, Field> }>;

  /**
   * `GET /v1/sites/{site_id}/article-categories/{article_category_id}/articles`: The published articles of one
   * category, with the categories and sections that they name. Newest first by id. Follow `pagination.older` until it
   * is null to read everything, and `pagination.refresh` to read new articles. docs/articles.md says more.
   */
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

  /**
   * `GET /v1/sites/{site_id}/search/articles`: Published articles that match the query, the best first. Words are
   * stemmed in the language of the section. docs/search.md has the rules.
   */
  searchArticles<Field extends keyof Article = keyof Article>(
    parameters: {
      /** Items per response. */
      count?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** The search query: words, "phrases", -exclusions; the last word may be unfinished. */
      q: string;
      /** Only articles of this section. */
      section_id?: number | undefined;
      /** `true` adds categories and sections, `false` embeds them in each article. */
      sideloading?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: CountMeta; articles: Pick<Article, Field>[] }>;

  /**
   * `GET /v1/sites/{site_id}/featured-item-containers`: Containers are hand-made lists, such as the front page.
   * `identifier` is not unique: filter by it.
   */
  listFeaturedItemContainers<Field extends keyof FeaturedItemContainer = keyof FeaturedItemContainer>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Only containers with this identifier. */
      identifier?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: CountMeta; featured_item_containers: Pick<FeaturedItemContainer, Field>[] }>;

  /**
   * `GET /v1/sites/{site_id}/featured-item-containers/{featured_item_container_id}/articles`: The published articles of
   * one featured item container, in the order that editors set. It has no pages.
   */
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

  /**
   * `GET /v1/sites/{site_id}/pages`: The public pages of the site. Unlisted pages are served by id only, private ones
   * not at all.
   */
  listPages<Field extends keyof Page = keyof Page>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; pages: Pick<Page, Field>[] }>;

  /** `GET /v1/sites/{site_id}/pages/{page_id}`: One public or unlisted page. `body` is sanitised HTML. */
  readPage<Field extends keyof Page = keyof Page>(
    parameters: {
      page_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ page: Pick<Page, Field> }>;

  /** `GET /v1/sites/{site_id}/issues`: The published issues of the site, the highest number first. */
  listIssues<Field extends keyof Issue = keyof Issue>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; issues: Pick<Issue, Field>[] }>;

  /** `GET /v1/sites/{site_id}/issues/{issue_id}`: One published issue. */
  readIssue<Field extends keyof Issue = keyof Issue>(
    parameters: {
      issue_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ issue: Pick<Issue, Field> }>;

  /**
   * `GET /v1/sites/{site_id}/issues/{issue_id}/articles`: The published articles of one issue; each has `issue_id`.
   * Newest first by id. Follow `pagination.older` until it is null to read everything, and `pagination.refresh` to read
   * new articles. docs/articles.md says more.
   */
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

  /**
   * `GET /v1/sites/{site_id}/likes`: The counters of all articles that have any. docs/likes.md says how they are
   * counted.
   */
  listLikes<Field extends keyof Like = keyof Like>(
    parameters?: {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; likes: Pick<Like, Field>[] }>;

  /**
   * `POST /v1/sites/{site_id}/likes/{article_id}`: One vote per visitor, whom `X-Visitor` or a cookie identifies. 403
   * unless the site has `voting_enabled`. docs/likes.md says more.
   */
  voteOnArticle(
    parameters: {
      article_id: number;
      /** `none` withdraws the vote. */
      vote: 'up' | 'down' | 'none';
    },
    options?: VisitorOptions,
  ): Promise<{ like: Like }>;

  /**
   * `GET /v1/sites/{site_id}/events`: The published events of the site, by start. `date` is a day or a month in the
   * site’s time zone.
   */
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

  /** `GET /v1/sites/{site_id}/events/{event_id}`: One published event, with its location, organizer and images. */
  readEvent<Field extends keyof Event = keyof Event>(
    parameters: {
      event_id: number;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    },
    options?: CallOptions,
  ): Promise<{ event: Pick<Event, Field> }>;
}

/** The analytics API. */
export interface AnalyticsOperations {
  /** `GET /v1/campaigns`: All campaigns that the key may read. */
  listCampaigns(
    parameters?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{ campaigns: Campaign[] }>;

  /** `GET /v1/campaigns/{campaign_id}`: One campaign, with the state of its connections to the networks. */
  readCampaign(
    parameters: {
      campaign_id: number;
    },
    options?: CallOptions,
  ): Promise<{ campaign: Campaign }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/campaign_report`: Entries, contributors, engagement and reach, in all and per
   * network, for the whole campaign or a range. Every figure is exact. docs/analytics.md defines each of them.
   */
  readCampaignReport(
    parameters: {
      campaign_id: number;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ campaign_report: CampaignReport }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/timeseries`: The figures per hour, day, week or month, in any time zone; at most
   * 5000 buckets. `compare` adds a second series. docs/insights.md says more.
   */
  readTimeseries(
    parameters: {
      campaign_id: number;
      /** The length of a bucket; weeks begin on Monday. */
      unit?: 'hour' | 'day' | 'week' | 'month' | undefined;
      /** A second series: the time of the same length just before, or the same dates a year before. */
      compare?: 'previous' | 'year' | undefined;
      /** The time zone of buckets and of bare dates. */
      time_zone?: string | undefined;
      /** Entries from this time on. A bare date is 00:00 in `time_zone`. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 in `time_zone`. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ timeseries: Timeseries }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/heatmap`: When in the week posts are published, and their median engagement, for
   * each of the 168 hours.
   */
  readHeatmap(
    parameters: {
      campaign_id: number;
      /** The time zone of buckets and of bare dates. */
      time_zone?: string | undefined;
      /** Entries from this time on. A bare date is 00:00 in `time_zone`. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 in `time_zone`. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ heatmap: Heatmap }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/networks`: The figures of each network side by side, with its share of all entries
   * and of all engagement.
   */
  listNetworks(
    parameters: {
      campaign_id: number;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{ networks: NetworkFigures[] }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/hashtags`: The hashtags of the campaign, the most used first unless `sort` says
   * otherwise.
   */
  listHashtags(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The most of this first. */
      sort?: 'entries' | 'engagement' | 'contributors' | undefined;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ meta: Meta; hashtags: Hashtag[] }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/distribution`: How a figure is spread over the entries: mean, median, percentiles
   * and bins.
   */
  readDistribution(
    parameters: {
      campaign_id: number;
      /** The figure of each entry. */
      figure?: 'engagement' | 'stat1' | 'stat2' | 'stat3' | undefined;
      /** Bins of this width from 0; without it they grow: 0, 1, 2, 5, 10, 20, 50, … */
      bin_width?: number | undefined;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): Promise<{ distribution: Distribution }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/export`: All entries or users as a file, streamed. In CSV, texts that a
   * spreadsheet would run as a formula begin with an apostrophe.
   */
  exportCampaign(
    parameters: {
      campaign_id: number;
      /** The content of the lines. */
      what?: 'entries' | 'users' | undefined;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Only this network. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): AsyncIterable<Entry>;

  /**
   * `GET /v1/campaigns/{campaign_id}/definitions`: What each figure means, in words that a screen can show beside it.
   */
  listDefinitions(
    parameters: {
      campaign_id: number;
    },
    options?: CallOptions,
  ): Promise<{ definitions: Definition[] }>;

  /**
   * `GET /v1/campaigns/{campaign_id}/entries`: The posts of the campaign. Follow `pagination.older` until it is null to
   * read all of them.
   */
  listEntries(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Reverses the order. */
      reverse?: boolean | undefined;
      /** The cursor of the previous page, from its `older` link. */
      after?: string | undefined;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Numbers and dates descend, ids ascend. */
      sort?: 'published_at' | 'score' | 'item_id' | 'stat1' | 'stat2' | 'stat3' | undefined;
      /** Only this network; entries of linkedin are listed only so. */
      item_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: AnalyticsPagination; entries: Entry[] }, Entry>;

  /**
   * `GET /v1/campaigns/{campaign_id}/users`: The users who posted, with the figures of their entries in the range.
   * Follow `pagination.older` until it is null to read all of them.
   */
  listUsers(
    parameters: {
      campaign_id: number;
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Reverses the order. */
      reverse?: boolean | undefined;
      /** The cursor of the previous page, from its `older` link. */
      after?: string | undefined;
      /** Entries from this time on. A bare date is 00:00 UTC. */
      start_date?: string | undefined;
      /** Entries before this time. A bare date is 00:00 UTC. */
      end_date?: string | undefined;
      /** Numbers descend, names and ids ascend. */
      sort?: 'followers' | 'following' | 'score' | 'username' | 'user_id' | 'item_score_sum' | 'posts_published' | 'posted_items_count' | undefined;
      /** Only this network; users of linkedin are listed only so. */
      user_type?: 'instagram' | 'twitter' | 'facebook' | 'linkedin' | undefined;
    },
    options?: CallOptions,
  ): PagedResult<{ meta: Meta; pagination: AnalyticsPagination; users: AnalyticsUser[] }, AnalyticsUser>;

  /**
   * `GET /v1/campaigns/{campaign_id}/users/{analytics_user_id}`: One user of the campaign. The user is the whole body,
   * without a wrapper key.
   */
  readUser(
    parameters: {
      campaign_id: number;
      analytics_user_id: string;
    },
    options?: CallOptions,
  ): Promise<AnalyticsUser>;

  /**
   * `GET /v1/campaigns/{campaign_id}/users/{user_type}/{user_id}`: Redirects to the user with this id in the
   * originating network. An unknown id is 404 with `Invalid id`.
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

/** The management API. */
export interface ManagementOperations {
  sites: {
    /** `GET /v1/manage/sites`: The sites that the key is bound to, or all sites. */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ sites: ManagedSite[]; meta: Meta }, ManagedSite>;

    /**
     * `GET /v1/manage/sites/{site_id}`: One site. `rendering` is null when all articles show its current address and
     * time zone.
     */
    read(site_id: number, options?: CallOptions): Promise<Tagged<{ site: ManagedSite; rendering: RenderingProgress | null }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}`: Saves the fields that the body names. Opening or closing the site
     * (`api_key_required`) needs an administrator. Articles that repeat it are rendered again; `rendering` shows the
     * progress when there are many.
     */
    change(site_id: number, site: SiteChange, options?: ChangeOptions): Promise<Saved<{ site: ManagedSite; rendering: RenderingProgress | null }>>;

    /** `POST /v1/manage/sites`: Needs an administrator. `url` is the public address without a trailing slash. */
    create(site: NewSite, options?: PostOptions): Promise<Saved<{ site: ManagedSite }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}`: Needs an administrator. 409 while the site holds anything or a key is bound
     * to it.
     */
    remove(site_id: number, options?: ChangeOptions): Promise<void>;
  };

  sections: {
    /** `GET /v1/manage/sites/{site_id}/sections`: Public and hidden sections, in their order. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only public sections are served. */
      state?: 'public' | 'hidden' | undefined;
    }): PagedResult<{ sections: Section[]; meta: Meta }, Section>;

    /** `POST /v1/manage/sites/{site_id}/sections`: Only `name` is required; the slug is made from it. */
    create(site_id: number, section: NewSection, options?: PostOptions): Promise<Saved<{ section: Section }>>;

    /** `GET /v1/manage/sites/{site_id}/sections/{id}`: One section, public or hidden. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ section: Section; rendering: RenderingProgress | null }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/sections/{id}`: Saves the fields that the body names. `hidden` takes its
     * articles out of the content API. Articles that repeat it are rendered again; `rendering` shows the progress when
     * there are many.
     */
    change(site_id: number, id: number, section: SectionChange, options?: ChangeOptions): Promise<Saved<{ section: Section; rendering: RenderingProgress | null }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/sections/{id}`: 409 while it has articles. Articles in the trash do not count.
     */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  articles: {
    /**
     * `GET /v1/manage/sites/{site_id}/articles`: Articles in every state, drafts included, the last changed first, with
     * filters and orders. Page through it with `cursor`; with `as_of` the list does not change while others save.
     * `deleted=true` lists the trash. docs/articles.md has more.
     */
    list<Field extends keyof ManagedArticle = keyof ManagedArticle>(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
      /** Only articles in this state, or in one of several, comma-separated. */
      state?: string | undefined;
      /** Only articles of this section. */
      section_id?: number | undefined;
      /** Only articles of this category. */
      category_id?: number | undefined;
      /** Only articles of this type. */
      type?: 'article' | 'video' | 'image' | 'facebook_post' | 'tweet' | 'instagram' | 'link' | 'pinterest' | undefined;
      /** Only articles that came in this way. */
      source?: 'newsroom' | 'guest_api' | 'feed' | 'email' | 'upload_form' | 'media_tracker' | undefined;
      /** Only articles with this tag. */
      tag?: string | undefined;
      /** Only articles of this author. */
      author_id?: number | undefined;
      /** Only articles that this caller created, such as `key:1`. */
      created_by?: string | undefined;
      /**
       * Only articles from this time on: of the time that the list is sorted by, of `updated_at` where that is none. A
       * bare date is midnight in the site’s time zone.
       */
      from?: string | undefined;
      /** Only articles before this time. */
      to?: string | undefined;
      /**
       * Only articles that have these words, or words that begin so, in title, tags, summary or body. The best match
       * comes first unless `sort` is given; of common words the newest 1,000 articles are ranked.
       */
      q?: string | undefined;
      /** `updated`, `published` (or to be published) and `created` begin with the newest, `title` with A. */
      sort?: 'updated' | 'published' | 'title' | 'created' | undefined;
      /** `true` lists the trash instead, the last deleted first. */
      deleted?: boolean | undefined;
      /**
       * The cursor of the previous answer, with the same filters and order. `page` is ignored with it, and
       * `total_count` is null.
       */
      cursor?: string | undefined;
      /**
       * `meta.as_of` of the first page: articles that were changed later are left out and counted in
       * `meta.changed_count`, so that a list stays as it is while it is scrolled.
       */
      as_of?: string | undefined;
    }): PagedResult<{ articles: Pick<ManagedArticle, Field>[]; meta: ArticleListMeta; cursor: string | null; more: boolean }, Pick<ManagedArticle, Field>>;

    /**
     * `POST /v1/manage/sites/{site_id}/articles`: A new article is a draft unless `state` says otherwise; `published`
     * saves and publishes it at once. Only `title` and `section_id` are required. docs/articles.md describes the life
     * cycle of an article.
     */
    create(site_id: number, article: NewArticle, options?: PostOptions): Promise<Saved<{ article: ManagedArticle }>>;

    /**
     * `POST /v1/manage/sites/{site_id}/articles/batch`: Publishes, unpublishes, changes, deletes or restores up to 100
     * articles, one after the other. Each has a result of its own: one that fails does not stop the others.
     * docs/articles.md has an example.
     */
    batch(site_id: number, body: ArticleBatch, options?: PostOptions): Promise<Saved<{ results: OperationResult[] }>>;

    /**
     * `GET /v1/manage/sites/{site_id}/articles/{uid}`: One article as editors see it, by its uid, or by its id once it
     * was published.
     */
    read<Field extends keyof ManagedArticle = keyof ManagedArticle>(site_id: number, uid: string | number, options?: CallOptions & {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    }): Promise<Tagged<{ article: Pick<ManagedArticle, Field> }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/articles/{uid}`: Saves the fields that the body names. Readers see the change
     * when the article is published again. Send the ETag you read as `If-Match`, so that nobody’s work is overwritten:
     * a stale one is 409 and says who changed which fields since. `autosave=true` is for programs that save while
     * someone writes.
     */
    change(site_id: number, uid: string | number, article: ArticleChange, options?: ChangeOptions & {
      /**
       * `true` saves text that someone is writing: autosaves of 10 minutes make one revision, and a schedule does not
       * follow them.
       */
      autosave?: boolean | undefined;
    }): Promise<Saved<{ article: ManagedArticle }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/articles/{uid}`: Moves the article to the trash, where it is stored for 30
     * days. A published article is unpublished.
     */
    remove(site_id: number, uid: string | number, options?: ChangeOptions): Promise<void>;

    /**
     * `PUT /v1/manage/sites/{site_id}/articles/{uid}/restoration`: Takes the article out of the trash, unpublished. Its
     * slug gets a number if another article uses it now. Send `section_id` when its section was deleted.
     */
    restore(site_id: number, uid: string | number, restoration?: ArticleRestoration, options?: ChangeOptions): Promise<Saved<{ article: ManagedArticle }>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/articles/{uid}/publication`: Publishes the saved text, now or at `publish_at`,
     * and notifies receivers. A repeat publishes later edits, as an `update`. docs/articles.md has all transitions.
     */
    publish(site_id: number, uid: string | number, publication?: NewPublication, options?: ChangeOptions): Promise<Saved<{ article: ManagedArticle }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/articles/{uid}/publication`: Readers no longer see the article and receivers
     * get `unpublish`. A schedule is cancelled.
     */
    unpublish(site_id: number, uid: string | number, options?: ChangeOptions): Promise<void>;

    /**
     * `PUT /v1/manage/sites/{site_id}/articles/{uid}/pins`: Sets where the article is pinned in its section and on the
     * front page; null unpins it. It acts at once.
     */
    pin(site_id: number, uid: string | number, pins: Pins, options?: ChangeOptions): Promise<Saved<{ article: ManagedArticle }>>;

    /**
     * `POST /v1/manage/sites/{site_id}/articles/{uid}/recheck`: Renders the published article again in the background
     * and sends `update`, even if nothing changed.
     */
    recheck(site_id: number, uid: string | number, options?: PostOptions): Promise<Tagged<{ article: ManagedArticle }>>;
  };

  pins: {
    /**
     * `GET /v1/manage/sites/{site_id}/pins`: The articles that are pinned on the front page, or in a section with
     * `section_id`, in their order.
     */
    list(site_id: number, options?: CallOptions & {
      /** The pins of this section; those of the front page without it. */
      section_id?: number | undefined;
    }): Promise<Tagged<{ pins: Pin[] }>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/pins`: Replaces all pins of the front page, or of a section with `section_id`, in
     * one transaction. Articles that the list does not name are unpinned. Pins act at once, without publishing edits.
     * With the `ETag` of the list as `If-Match` it is 409 when someone else has changed the pins meanwhile.
     */
    set(site_id: number, body: PinList, options?: ChangeOptions & {
      /** The pins of this section; those of the front page without it. */
      section_id?: number | undefined;
    }): Promise<Saved<{ pins: Pin[] }>>;
  };

  tags: {
    /**
     * `GET /v1/manage/sites/{site_id}/tags`: Tags that begin with `q`, the most used first, of the 5,000 articles that
     * were saved last.
     */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** A prefix of the tags, without regard to case. */
      q?: string | undefined;
    }): Promise<Tagged<{ tags: TagSuggestion[] }>>;
  };

  counts: {
    /** `GET /v1/manage/sites/{site_id}/counts`: How many articles are in each state, without the trash. */
    read(site_id: number, options?: CallOptions): Promise<Tagged<{ counts: ArticleCounts }>>;
  };

  revisions: {
    /** `GET /v1/manage/sites/{site_id}/articles/{uid}/revisions`: Every save of the article, the newest first. */
    list(site_id: number, uid: string | number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ revisions: Revision[]; meta: Meta }, Revision>;

    /** `GET /v1/manage/sites/{site_id}/articles/{uid}/revisions/{number}`: The article text of the revision. */
    read(site_id: number, uid: string | number, number: number, options?: CallOptions): Promise<Tagged<{ revision: RevisionWithArticle }>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/articles/{uid}/revisions/{number}/restoration`: Saves the text of the revision as
     * a new version. Readers see it when the article is published again.
     */
    restore(site_id: number, uid: string | number, number: number, options?: ChangeOptions): Promise<Tagged<{ article: ManagedArticle }>>;
  };

  previews: {
    /**
     * `POST /v1/manage/sites/{site_id}/articles/{uid}/preview`: A link that shows the article to anyone who has it,
     * before it is published: it shows what is saved at the time it is opened, for 7 days. `url` is made of the site’s
     * `preview_url`. The link ends when the article is deleted. Authors make links to their own unpublished articles.
     */
    create(site_id: number, uid: string | number, options?: PostOptions): Promise<Tagged<{ preview: CreatedPreview }>>;

    /**
     * `GET /v1/manage/sites/{site_id}/articles/{uid}/previews`: The links that have not ended, the newest first. Their
     * tokens are never shown again.
     */
    list(site_id: number, uid: string | number, options?: CallOptions): Promise<Tagged<{ previews: Preview[] }>>;

    /** `DELETE /v1/manage/sites/{site_id}/articles/{uid}/previews/{id}`: The link ends at once. */
    revoke(site_id: number, uid: string | number, id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `GET /v1/previews/{token}`: The article as it would be served if it were published now, with its section and
     * category. The token is the key: any page may read it, nothing caches it. 404 once it has ended.
     */
    read(token: string, options?: CallOptions): Promise<Tagged<{ preview: PreviewState; article: PreviewedArticle; categories: ArticleCategory[]; sections: Section[] }>>;
  };

  presence: {
    /**
     * `PUT /v1/manage/sites/{site_id}/presence`: Says that the caller has an article open, for the next 45 seconds:
     * repeat it every 20 seconds, and send `"active": false` when it is closed. The answer lists everyone who has it
     * open. It is a notice, not a lock.
     */
    set(site_id: number, presence: NewPresence, options?: ChangeOptions): Promise<Saved<{ presences: Presence[] }>>;
  };

  likes: {
    /**
     * `PUT /v1/manage/sites/{site_id}/likes/{article_id}`: Overwrites the counters, for instance after an import. Votes
     * of visitors are counted on top. docs/likes.md.
     */
    set(site_id: number, article_id: number, like: NewLike, options?: ChangeOptions): Promise<Saved<{ like: Like }>>;
  };

  changes: {
    /**
     * `GET /v1/manage/sites/{site_id}/changes`: Every change of what the content API serves, in the order of the
     * commits, with the article as it is served. Go on from `cursor`; it is 410 when it is older than 30 days, or when
     * a restore from a backup has undone its change: begin again without it. A copy built from this feed alone is
     * complete.
     */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The cursor of the previous answer; without it the list starts from the beginning. */
      cursor?: string | undefined;
    }): PagedResult<{ changes: Change[]; cursor: string; more: boolean }, Change>;
  };

  authors: {
    /** `GET /v1/manage/sites/{site_id}/authors`: All authors of the site, in their order. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ authors: Author[]; meta: Meta }, Author>;

    /**
     * `POST /v1/manage/sites/{site_id}/authors`: The first or the last name must not be blank. `about` is sanitised
     * HTML.
     */
    create(site_id: number, author: NewAuthor, options?: PostOptions): Promise<Saved<{ author: Author }>>;

    /** `GET /v1/manage/sites/{site_id}/authors/{id}`: One author. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ author: Author; rendering: RenderingProgress | null }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/authors/{id}`: Saves the fields that the body names. Articles that repeat it
     * are rendered again; `rendering` shows the progress when there are many.
     */
    change(site_id: number, id: number, author: AuthorChange, options?: ChangeOptions): Promise<Saved<{ author: Author; rendering: RenderingProgress | null }>>;

    /** `DELETE /v1/manage/sites/{site_id}/authors/{id}`: 409 while an article names the author. */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  articleCategories: {
    /** `GET /v1/manage/sites/{site_id}/article-categories`: All article categories of the site, in their order. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ categories: ArticleCategory[]; meta: Meta }, ArticleCategory>;

    /** `POST /v1/manage/sites/{site_id}/article-categories`: Only `name` is required; the slug is made from it. */
    create(site_id: number, category: NewArticleCategory, options?: PostOptions): Promise<Saved<{ category: ArticleCategory }>>;

    /** `GET /v1/manage/sites/{site_id}/article-categories/{id}`: One article category. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ category: ArticleCategory }>>;

    /** `PATCH /v1/manage/sites/{site_id}/article-categories/{id}`: Saves the fields that the body names. */
    change(site_id: number, id: number, category: ArticleCategoryChange, options?: ChangeOptions): Promise<Saved<{ category: ArticleCategory }>>;

    /** `DELETE /v1/manage/sites/{site_id}/article-categories/{id}`: 409 while a section or an article uses it. */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  featuredItemContainers: {
    /** `GET /v1/manage/sites/{site_id}/featured-item-containers`: All containers of the site, in their order. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only containers with this identifier. */
      identifier?: string | undefined;
    }): PagedResult<{ featured_item_containers: FeaturedItemContainer[]; meta: Meta }, FeaturedItemContainer>;

    /**
     * `POST /v1/manage/sites/{site_id}/featured-item-containers`: `identifier` is not unique: pages find their
     * containers by it. `type_restriction` limits what may be put in.
     */
    create(site_id: number, featured_item_container: NewFeaturedItemContainer, options?: PostOptions): Promise<Saved<{ featured_item_container: FeaturedItemContainer }>>;

    /** `GET /v1/manage/sites/{site_id}/featured-item-containers/{id}`: One container, without its articles. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ featured_item_container: FeaturedItemContainer }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/featured-item-containers/{id}`: Saves the fields that the body names. 422 when
     * an article in it does not meet the new restriction.
     */
    change(site_id: number, id: number, featured_item_container: FeaturedItemContainerChange, options?: ChangeOptions): Promise<Saved<{ featured_item_container: FeaturedItemContainer }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/featured-item-containers/{id}`: Deletes the container. Its articles are not
     * touched.
     */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  featuredItemContainerArticles: {
    /**
     * `GET /v1/manage/sites/{site_id}/featured-item-containers/{id}/articles`: The articles of the container as editors
     * see them, in its order, drafts included. `fields` makes rows thin.
     */
    list<Field extends keyof ManagedArticle = keyof ManagedArticle>(site_id: number, id: number, options?: CallOptions & {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    }): Promise<Tagged<{ articles: Pick<ManagedArticle, Field>[]; meta: Meta }>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/featured-item-containers/{id}/articles`: Replaces the whole list. The order is
     * the order in which they are served.
     */
    set(site_id: number, id: number, body: ArticleIds, options?: ChangeOptions): Promise<Saved<ArticleIds>>;
  };

  pages: {
    /** `GET /v1/manage/sites/{site_id}/pages`: Pages of every visibility. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Public pages are listed, unlisted ones are served by id only, private ones not at all. */
      visibility?: 'private' | 'public' | 'unlisted' | undefined;
    }): PagedResult<{ pages: Page[]; meta: Meta }, Page>;

    /**
     * `POST /v1/manage/sites/{site_id}/pages`: A page is private unless `visibility` says otherwise. `body` is
     * sanitised HTML.
     */
    create(site_id: number, page: NewPage, options?: PostOptions): Promise<Saved<{ page: Page }>>;

    /** `GET /v1/manage/sites/{site_id}/pages/{id}`: One page of any visibility. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ page: Page }>>;

    /** `PATCH /v1/manage/sites/{site_id}/pages/{id}`: Saves the fields that the body names. They are served at once. */
    change(site_id: number, id: number, page: PageChange, options?: ChangeOptions): Promise<Saved<{ page: Page }>>;

    /** `DELETE /v1/manage/sites/{site_id}/pages/{id}`: Deletes the page for good. */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  issues: {
    /** `GET /v1/manage/sites/{site_id}/issues`: Published and unpublished issues, the highest number first. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only published issues are served. */
      published?: boolean | undefined;
    }): PagedResult<{ issues: Issue[]; meta: Meta }, Issue>;

    /**
     * `POST /v1/manage/sites/{site_id}/issues`: `number` is the next one unless given. Publishing sets `published_at`
     * unless given.
     */
    create(site_id: number, issue: NewIssue, options?: PostOptions): Promise<Saved<{ issue: Issue }>>;

    /** `GET /v1/manage/sites/{site_id}/issues/{id}`: One issue, published or not. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ issue: Issue }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/issues/{id}`: Saves the fields that the body names. `published` alone decides
     * whether it is served.
     */
    change(site_id: number, id: number, issue: IssueChange, options?: ChangeOptions): Promise<Saved<{ issue: Issue }>>;

    /** `DELETE /v1/manage/sites/{site_id}/issues/{id}`: Deletes the issue. Its articles are not touched. */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  issueArticles: {
    /**
     * `GET /v1/manage/sites/{site_id}/issues/{id}/articles`: The articles of the issue as editors see them, in its
     * order, drafts included. `fields` makes rows thin.
     */
    list<Field extends keyof ManagedArticle = keyof ManagedArticle>(site_id: number, id: number, options?: CallOptions & {
      /** The items then hold only these. */
      fields?: readonly Field[] | undefined;
    }): Promise<Tagged<{ articles: Pick<ManagedArticle, Field>[]; meta: Meta }>>;

    /** `PUT /v1/manage/sites/{site_id}/issues/{id}/articles`: Replaces the whole list. */
    set(site_id: number, id: number, body: ArticleIds, options?: ChangeOptions): Promise<Saved<ArticleIds>>;
  };

  events: {
    /** `GET /v1/manage/sites/{site_id}/events`: Events of the site, published or not. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ events: Event[]; meta: Meta }, Event>;

    /**
     * `POST /v1/manage/sites/{site_id}/events`: Served from `published_at` on; never without one. A bare date is
     * midnight in the site’s time zone.
     */
    create(site_id: number, event: NewEvent, options?: PostOptions): Promise<Saved<{ event: Event }>>;

    /** `GET /v1/manage/sites/{site_id}/events/{id}`: One event, published or not. */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ event: Event }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/events/{id}`: Saves the fields that the body names. `location` and `organizer`
     * are changed field by field; null removes them.
     */
    change(site_id: number, id: number, event: EventChange, options?: ChangeOptions): Promise<Saved<{ event: Event }>>;

    /** `DELETE /v1/manage/sites/{site_id}/events/{id}`: Deletes the event for good. */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;
  };

  media: {
    /**
     * `GET /v1/manage/sites/{site_id}/media`: The media library of the site, the newest item first. docs/media.md is
     * the guide.
     */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only items whose title, caption, credit or alternative text has this. */
      q?: string | undefined;
      /** Only items of this type. */
      type?: 'image' | 'video' | 'audio' | 'document' | undefined;
      /** Only items that came in this way. */
      origin?: 'upload' | 'email' | 'form' | 'guest' | 'remote' | 'import' | undefined;
      /** `true`: only items that nothing uses; `false`: only used ones. */
      unused?: boolean | undefined;
    }): PagedResult<{ media_items: MediaItem[]; meta: Meta }, MediaItem>;

    /**
     * `POST /v1/manage/sites/{site_id}/media`: Send a form (`multipart/form-data`) with the field `file`, and what
     * describes it as further fields: JPEG, PNG, WebP, GIF, AVIF, SVG, PDF and MP3 up to 50 MiB, MP4 and WebM up to 200
     * MiB. A small file may be sent within JSON instead, in base64, and a picture on another server by its `url`.
     * Pictures are stored upright and without metadata, SVG as PNG. The same file again is the same item.
     */
    create(site_id: number, media_item: NewMediaItem | FormData, options?: PostOptions): Promise<Saved<{ media_item: MediaItem }>>;

    /**
     * `GET /v1/manage/sites/{site_id}/media/{id}`: One item: its address, the properties of the file, and its
     * description.
     */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ media_item: MediaItem }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/media/{id}`: Saves the description of the item. The file stays; `PUT
     * …/media/{id}/file` replaces it.
     */
    change(site_id: number, id: number, media_item: MediaItemChange, options?: ChangeOptions): Promise<Saved<{ media_item: MediaItem }>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/media/{id}/file`: Takes a file as an upload does, of the same kind: a picture for
     * a picture. The item keeps its id, description and uses, and gets a new address, which what is served shows from
     * then on; articles are rendered anew and receivers get an `update`. The earlier address leads to the new one
     * (302). 409 when the file is another item of the site already.
     */
    replaceFile(site_id: number, id: number, media_item: MediaFile | FormData, options?: ChangeOptions): Promise<Saved<{ media_item: MediaItem }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/media/{id}`: Removes the item from the library; the file is no longer served.
     * 409 while something uses it, unless `force` is `true`.
     */
    remove(site_id: number, id: number, options?: ChangeOptions & {
      /** `true` deletes it although something uses it. */
      force?: boolean | undefined;
    }): Promise<void>;

    /**
     * `GET /v1/manage/sites/{site_id}/media/{id}/uses`: Articles, with their revisions, and everything else that refers
     * to the item.
     */
    uses(site_id: number, id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ uses: MediaUse[]; meta: Meta }, MediaUse>;
  };

  webhooks: {
    /** `GET /v1/manage/sites/{site_id}/webhooks`: The receivers of the site, with the health of each. */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ webhooks: Webhook[]; meta: Meta }, Webhook>;

    /**
     * `POST /v1/manage/sites/{site_id}/webhooks`: Registers a receiver of the site, or of one section. The answer shows
     * the `secret`, this once. docs/webhooks.md has the guarantees, docs/guides/receive-notifications.md shows how to
     * write a receiver.
     */
    create(site_id: number, webhook: NewWebhook, options?: PostOptions): Promise<Saved<{ webhook: CreatedWebhook }>>;

    /**
     * `GET /v1/manage/sites/{site_id}/webhooks/{id}`: One webhook: `health` shows how many deliveries wait, and the
     * last success and failure.
     */
    read(site_id: number, id: number, options?: CallOptions): Promise<Tagged<{ webhook: Webhook }>>;

    /**
     * `PATCH /v1/manage/sites/{site_id}/webhooks/{id}`: Saves the fields that the body names. `"active": false` pauses
     * it: deliveries are stored and sent when it is active again.
     */
    change(site_id: number, id: number, webhook: WebhookChange, options?: ChangeOptions): Promise<Saved<{ webhook: Webhook }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/webhooks/{id}`: Deletes the webhook with all its deliveries, also those not
     * sent yet.
     */
    remove(site_id: number, id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `POST /v1/manage/sites/{site_id}/webhooks/{id}/secret`: Creates the next secret and shows it, this once. It signs
     * `webhook-signature` beside the one in use until it is promoted. docs/webhooks.md has the three steps of a change.
     */
    stageSecret(site_id: number, id: number, body?: NewSecret, options?: PostOptions & {
      /** Also makes it the one in use, at once. */
      promote?: boolean | undefined;
    }): Promise<Saved<ShownSecret>>;

    /**
     * `PUT /v1/manage/sites/{site_id}/webhooks/{id}/secret/promotion`: Makes the staged secret the one in use. The old
     * one still signs `webhook-signature` for 24 hours.
     */
    promoteSecret(site_id: number, id: number, options?: ChangeOptions): Promise<Tagged<{ webhook: Webhook }>>;

    /**
     * `DELETE /v1/manage/sites/{site_id}/webhooks/{id}/secret/previous`: The previous secret no longer signs anything.
     */
    retireSecret(site_id: number, id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `GET /v1/manage/sites/{site_id}/webhooks/{id}/deliveries`: Sent and pending deliveries of the receiver, the
     * newest first. Stored for 30 days.
     */
    deliveries(site_id: number, id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only deliveries in this state. */
      state?: 'pending' | 'delivered' | 'superseded' | 'given_up' | 'skipped' | undefined;
      /** Only deliveries of this action. */
      action?: 'publish' | 'update' | 'unpublish' | undefined;
      /** Only deliveries of this article. */
      article_id?: number | undefined;
      /** `true` lists tests instead. */
      test?: boolean | undefined;
    }): PagedResult<{ deliveries: Delivery[]; meta: Meta }, Delivery>;

    /**
     * `GET /v1/manage/sites/{site_id}/webhooks/{id}/deliveries/{delivery_id}`: One delivery, with a log of every
     * attempt: headers, timing, status and the beginning of the response.
     */
    delivery(site_id: number, id: number, delivery_id: number, options?: CallOptions): Promise<Tagged<{ delivery: DeliveryWithLog }>>;

    /**
     * `GET /v1/manage/sites/{site_id}/webhooks/{id}/deliveries/{delivery_id}/payload`: The bytes of the notification,
     * and the headers of the last request with them. 410 when the event is no longer stored, which is after 30 days.
     */
    payload(site_id: number, id: number, delivery_id: number, options?: CallOptions): Promise<Tagged<{ payload: DeliveryPayload }>>;

    /**
     * `POST /v1/manage/sites/{site_id}/webhooks/{id}/test`: Sends one signed notification about an article that does
     * not exist, also to a paused receiver. `X-Service-Test: true` marks it. It is not retried and changes nothing
     * about other deliveries. Read the delivery to see what the receiver answered. At most ten a minute for a site.
     */
    test(site_id: number, id: number, body?: NewTest, options?: PostOptions): Promise<Saved<{ delivery: Delivery }>>;

    /**
     * `POST /v1/manage/sites/{site_id}/webhooks/{id}/deliveries/{delivery_id}/redelivery`: Sends exactly this delivery
     * again, with its old content, even if later ones were delivered.
     */
    redeliver(site_id: number, id: number, delivery_id: number, options?: PostOptions): Promise<Tagged<{ delivery: Delivery }>>;

    /**
     * `POST /v1/manage/sites/{site_id}/webhooks/{id}/replay`: Sends the events of a period again, in order for each
     * article and its newest last; also events from before the webhook was created.
     */
    replay(site_id: number, id: number, body: NewReplay, options?: PostOptions): Promise<Saved<{ replay: Replay }>>;
  };

  campaigns: {
    /** `GET /v1/manage/campaigns`: The campaigns of one site, or of all sites of the key. */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
      /** Only what belongs to this site. */
      site_id?: number | undefined;
    }): PagedResult<{ campaigns: Campaign[]; meta: Meta }, Campaign>;

    /**
     * `POST /v1/manage/campaigns`: A campaign belongs to a site, or to one section of it, and stays there.
     * docs/analytics.md.
     */
    create(campaign: NewCampaign, options?: PostOptions): Promise<Saved<{ campaign: Campaign }>>;

    /** `GET /v1/manage/campaigns/{campaign_id}`: One campaign. */
    read(campaign_id: number, options?: CallOptions): Promise<Tagged<{ campaign: Campaign }>>;

    /**
     * `PATCH /v1/manage/campaigns/{campaign_id}`: Saves the fields that the body names. A campaign cannot move to
     * another site.
     */
    change(campaign_id: number, campaign: CampaignChange, options?: ChangeOptions): Promise<Saved<{ campaign: Campaign }>>;

    /**
     * `DELETE /v1/manage/campaigns/{campaign_id}`: Deletes the campaign with its entries, users and figures, in the
     * background.
     */
    remove(campaign_id: number, options?: ChangeOptions): Promise<void>;
  };

  campaignEntries: {
    /**
     * `POST /v1/manage/campaigns/{campaign_id}/entries`: Creates or changes entries by (`item_type`, `item_id`): up to
     * 1,000 as JSON, any number streamed as application/x-ndjson, one entry per line. Fields that are left out keep
     * their value; a null figure is one that the network hides.
     */
    write(campaign_id: number, body: NewEntries | Lines<NewEntry>, options?: PostOptions & {
      /** `true` rejects all lines when one is invalid; otherwise the valid ones are written. */
      strict?: boolean | undefined;
    }): Promise<Saved<IngestResult>>;

    /**
     * `DELETE /v1/manage/campaigns/{campaign_id}/entries/{entry_id}`: Deletes one entry by its id. The figures follow
     * at once.
     */
    remove(campaign_id: number, entry_id: string | number, options?: ChangeOptions): Promise<void>;

    /**
     * `POST /v1/manage/campaigns/{campaign_id}/entry-deletions`: Deletes entries by (`item_type`, `item_id`): up to
     * 1,000 as JSON, any number streamed as application/x-ndjson, one entry per line. Entries that do not exist count
     * as missing, so a request can be repeated.
     */
    removeMany(campaign_id: number, body: EntryNames | Lines<EntryName>, options?: PostOptions & {
      /** `true` rejects all lines when one is invalid; otherwise the valid ones are written. */
      strict?: boolean | undefined;
    }): Promise<Saved<DeletionResult>>;
  };

  audit: {
    /**
     * `GET /v1/manage/audit`: Who changed what, when and from where, newest first. Owners see the entries that concern
     * only sites which they own. `format=csv` answers with a file. docs/audit.md.
     */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** Only entries that concern this site. */
      site_id?: number | undefined;
      /** Only changes by this kind of actor. */
      actor_kind?: 'person' | 'key' | 'admin token' | 'command line' | 'timer' | 'stranger' | undefined;
      /** Only changes by this person. */
      person_id?: number | undefined;
      /** Only changes by this key. */
      key_id?: number | undefined;
      /** Only this action. */
      action?: string | undefined;
      /** Only changes to this noun. */
      noun?: string | undefined;
      /** Only changes to the one with this id; goes with `noun`. */
      noun_id?: string | undefined;
      /** Only entries from this time on. A bare date is midnight in UTC. */
      from?: string | undefined;
      /** Only entries before this time. */
      to?: string | undefined;
      /** The cursor of the previous answer. */
      cursor?: string | undefined;
    }): PagedResult<{ entries: AuditEntry[]; cursor: string | null; more: boolean }, AuditEntry>;
  };

  activity: {
    /**
     * `GET /v1/manage/sites/{site_id}/activity`: What was changed on the site, oldest first: the newest entries, or
     * with a cursor those that were committed since. No entry is left out, however long its transaction took. Authors
     * see entries about articles that they have created. docs/audit.md.
     */
    list(site_id: number, options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The cursor of the previous answer; without it the answer has the newest entries. */
      cursor?: string | undefined;
    }): PagedResult<{ entries: ActivityEntry[]; cursor: string; more: boolean }, ActivityEntry>;
  };

  apiKeys: {
    /** `GET /v1/manage/api-keys`: Needs an administrator. The keys themselves are never shown again. */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ api_keys: ApiKey[]; meta: Meta }, ApiKey>;

    /**
     * `POST /v1/manage/api-keys`: Needs an administrator. The answer shows the key, this once. docs/settings.md has the
     * scopes.
     */
    create(api_key: NewApiKey, options?: PostOptions): Promise<Saved<{ api_key: CreatedApiKey }>>;

    /** `GET /v1/manage/api-keys/{id}`: Needs an administrator. `last_used_at` is exact to the minute. */
    read(id: number, options?: CallOptions): Promise<Tagged<{ api_key: ApiKey }>>;

    /** `DELETE /v1/manage/api-keys/{id}`: Needs an administrator. Revokes the key at once. */
    remove(id: number, options?: ChangeOptions): Promise<void>;
  };

  setup: {
    /** `GET /v1/manage/setup`: Whether the first person is still to be added. People of the demo do not count. */
    read(options?: CallOptions): Promise<Tagged<{ setup: Setup }>>;

    /**
     * `POST /v1/manage/setup`: Adds the first person, an owner of all sites, and signs in. Needs the setup code that
     * the service prints when it starts. 409 once there is someone.
     */
    create(setup: NewSetup, options?: PostOptions): Promise<Saved<{ person: Me }>>;
  };

  sessions: {
    /** `GET /v1/manage/sign-in`: What a page that signs in should offer. */
    ways(options?: CallOptions): Promise<Tagged<{ sign_in: SignInWays }>>;

    /**
     * `POST /v1/manage/sessions`: Signs in: the answer sets the session cookie. A wrong password and an unknown address
     * get the same answer. After 10 failures on an account within 15 minutes, or 100 within an hour, the network has to
     * wait: 429. docs/people.md.
     */
    create(session: NewSession, options?: PostOptions): Promise<Saved<{ person: Me }>>;

    /**
     * `POST /v1/manage/sessions/passkey-options`: What a browser needs to ask for a passkey:
     * `navigator.credentials.get`. The challenge is answered once, within five minutes. With an address only passkeys
     * of that person will do; the answer does not show whether there is one. docs/people.md.
     */
    passkeyOptions(passkey_request?: PasskeyRequest, options?: PostOptions): Promise<Saved<{ passkey_options: PasskeyRequestOptions }>>;

    /**
     * `POST /v1/manage/sessions/passkey`: Signs in with what the browser answered: `toJSON()` of the credential.
     * Failures are limited as those of passwords are, and all get the same answer. A passkey whose counter goes back
     * was copied: it signs in no more, and all sessions of the person end.
     */
    signInWithPasskey(credential: PasskeyCredential, options?: PostOptions): Promise<Saved<{ person: Me }>>;

    /** `GET /v1/manage/sessions`: The sessions of the signed-in person, the last used first. */
    list(options?: CallOptions): Promise<Tagged<{ sessions: Session[] }>>;

    /**
     * `PUT /v1/manage/sessions/current/confirmation`: Proves again who is signed in, with the password or with a
     * passkey. For ten minutes the session may change and delete people, delete keys and sites, and create keys,
     * invitations and password resets.
     */
    confirm(confirmation: Confirmation, options?: ChangeOptions): Promise<Saved<{ session: Session }>>;

    /**
     * `POST /v1/manage/sessions/current/confirmation/passkey-options`: What a browser needs to ask for a passkey of the
     * signed-in person, to confirm the session with.
     */
    confirmOptions(options?: PostOptions): Promise<Tagged<{ passkey_options: PasskeyRequestOptions }>>;

    /** `DELETE /v1/manage/sessions/current`: Signs out: ends the session of the request and clears the cookie. */
    signOut(options?: ChangeOptions): Promise<void>;

    /** `DELETE /v1/manage/sessions/{id}`: Ends one session of the signed-in person. */
    remove(id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `DELETE /v1/manage/sessions`: Signs out everywhere: ends all sessions of the signed-in person, that of the
     * request included.
     */
    removeAll(options?: ChangeOptions): Promise<void>;
  };

  me: {
    /** `GET /v1/manage/me`: The signed-in person, with roles and the names of their sites. */
    read(options?: CallOptions): Promise<Tagged<{ person: Me }>>;

    /** `PATCH /v1/manage/me`: Saves the fields that the body names. Owners change addresses and roles. */
    change(person: MyChange, options?: ChangeOptions): Promise<Saved<{ person: Me }>>;

    /**
     * `PUT /v1/manage/me/password`: Needs the current password. Ends all other sessions, and gives this one a new
     * cookie.
     */
    setPassword(password_change: PasswordChange, options?: ChangeOptions): Promise<Saved<{ person: Me }>>;
  };

  identities: {
    /**
     * `POST /v1/manage/oidc/sign-ins`: Where the browser goes to sign in at the OpenID Connect provider. The answer
     * sets a cookie: only this browser can come back, once, within ten minutes. 404 without a provider. docs/people.md.
     */
    signIn(authorization?: NewAuthorization, options?: PostOptions): Promise<Saved<{ authorization: Authorization }>>;

    /**
     * `GET /v1/manage/oidc/callback`: The provider sends the browser here, and it is sent on to `return_to`, signed in.
     * Otherwise `sign_in_error` says why not: `expired`, `refused`, `unavailable`, `unknown` (no person is linked),
     * `taken` (another one is), `not_fresh`, `limited`.
     */
    callback(options?: CallOptions & {
      /** What the service gets the identity with. */
      code?: string | undefined;
      /** Which request is answered. */
      state?: string | undefined;
      /** Who answers. */
      iss?: string | undefined;
      /** Why the provider refused. */
      error?: string | undefined;
      /** The same in words. */
      error_description?: string | undefined;
    }): Promise<Tagged<{  }>>;

    /** `GET /v1/manage/me/identities`: What the signed-in person is linked to at the OpenID Connect provider. */
    list(options?: CallOptions): Promise<Tagged<{ identities: Identity[] }>>;

    /**
     * `POST /v1/manage/me/identities`: Where the browser goes to link the signed-in person to the OpenID Connect
     * provider. Linking ends all other sessions. The person has to have signed in or confirmed the session within ten
     * minutes.
     */
    link(authorization?: NewAuthorization, options?: PostOptions): Promise<Saved<{ authorization: Authorization }>>;

    /**
     * `POST /v1/manage/sessions/current/confirmation/oidc`: Where the browser goes to confirm the session: the provider
     * asks the person to sign in again, and has to say when that was.
     */
    confirm(authorization?: NewAuthorization, options?: PostOptions): Promise<Saved<{ authorization: Authorization }>>;

    /**
     * `DELETE /v1/manage/me/identities/{id}`: Unlinks it, ends all other sessions and gives this one a new cookie. The
     * last way to sign in cannot be removed: 409. The person has to have signed in or confirmed the session within ten
     * minutes.
     */
    remove(id: number, options?: ChangeOptions): Promise<void>;
  };

  passkeys: {
    /** `GET /v1/manage/me/passkeys`: The passkeys of the signed-in person, the newest last. */
    list(options?: CallOptions): Promise<Tagged<{ passkeys: Passkey[] }>>;

    /**
     * `POST /v1/manage/me/passkeys/options`: What a browser needs to make a passkey: `navigator.credentials.create`.
     * The challenge is answered once, within five minutes, in the same session. The person has to have signed in or
     * confirmed the session within ten minutes.
     */
    options(options?: PostOptions): Promise<Tagged<{ passkey_options: PasskeyCreationOptions }>>;

    /**
     * `POST /v1/manage/me/passkeys`: Stores the key that the browser made: `toJSON()` of the new credential. Ends all
     * other sessions, and gives this one a new cookie. The person has to have signed in or confirmed the session within
     * ten minutes. docs/people.md.
     */
    add(passkey: NewPasskey, options?: PostOptions): Promise<Saved<{ passkey: Passkey }>>;

    /** `PATCH /v1/manage/me/passkeys/{id}`: Gives a passkey of the signed-in person another name. */
    rename(id: number, passkey: PasskeyChange, options?: ChangeOptions): Promise<Saved<{ passkey: Passkey }>>;

    /**
     * `DELETE /v1/manage/me/passkeys/{id}`: Ends all other sessions, and gives this one a new cookie. The last way to
     * sign in cannot be removed: 409. The person has to have signed in or confirmed the session within ten minutes.
     */
    remove(id: number, options?: ChangeOptions): Promise<void>;
  };

  people: {
    /**
     * `GET /v1/manage/people`: People with a role on a site of the caller, and their roles there. docs/people.md has
     * the table of rights.
     */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ people: Person[]; meta: Meta }, Person>;

    /** `GET /v1/manage/people/{id}`: One person, with the roles on sites of the caller. */
    read(id: number, options?: CallOptions): Promise<Tagged<{ person: Person }>>;

    /**
     * `PATCH /v1/manage/people/{id}`: A change of roles ends the sessions of the person. Name and address can be
     * changed where the caller owns all sites of the person. The last owner of all sites stays one: 409. With a
     * session, the person has to have signed in or confirmed it within ten minutes.
     */
    change(id: number, person: PersonChange, options?: ChangeOptions): Promise<Saved<{ person: Person }>>;

    /**
     * `DELETE /v1/manage/people/{id}`: Sessions and invitations of the person go too; articles stay. With a session,
     * the person has to have signed in or confirmed it within ten minutes.
     */
    remove(id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `POST /v1/manage/people/{id}/password-reset`: A token with which the person sets a new password, once, within 24
     * hours. It replaces an earlier one. No message is sent: hand it over yourself. With a session, the person has to
     * have signed in or confirmed it within ten minutes.
     */
    resetPassword(id: number, options?: PostOptions): Promise<Tagged<{ password_reset: PasswordReset }>>;
  };

  invitations: {
    /**
     * `GET /v1/manage/invitations`: Invitations that can still be accepted, the newest first. Their tokens are never
     * shown again.
     */
    list(options?: CallOptions & {
      /** Items per response. */
      count?: number | undefined;
      /** The number of the page, from 1. */
      page?: number | undefined;
    }): PagedResult<{ invitations: Invitation[]; meta: Meta }, Invitation>;

    /**
     * `POST /v1/manage/invitations`: A token that can be accepted once, within 7 days. No message is sent: hand it over
     * yourself. Roles can be given only on sites that the caller owns. With a session, the person has to have signed in
     * or confirmed it within ten minutes.
     */
    create(invitation: NewInvitation, options?: PostOptions): Promise<Saved<{ invitation: CreatedInvitation }>>;

    /** `DELETE /v1/manage/invitations/{id}`: Revokes it. */
    remove(id: number, options?: ChangeOptions): Promise<void>;

    /**
     * `GET /v1/manage/invitations/{token}/acceptance`: The invitation as the invited person sees it before accepting.
     */
    read(token: string, options?: CallOptions): Promise<Tagged<{ invitation: OpenInvitation }>>;

    /**
     * `POST /v1/manage/invitations/{token}/acceptance`: Adds a new person with a name and a password, or the roles to a
     * known person; then signs in. A known person gives the present password or a passkey, or neither in a session of
     * their own that was confirmed within ten minutes. Where passwords are switched off, a new person gives only a
     * name, and adds a passkey next.
     */
    accept(token: string, acceptance: Acceptance, options?: PostOptions): Promise<Saved<{ person: Me }>>;
  };

  passwordResets: {
    /** `GET /v1/manage/password-resets/{token}`: The person whose password the token sets. */
    read(token: string, options?: CallOptions): Promise<Tagged<{ password_reset: OpenPasswordReset }>>;

    /**
     * `POST /v1/manage/password-resets/{token}`: Sets the new password, ends all sessions of the person and signs in.
     * Where passwords are switched off, it takes none and only signs in.
     */
    accept(token: string, password_reset?: NewPassword, options?: PostOptions): Promise<Saved<{ person: Me }>>;
  };
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
  voteOnArticle: { method: 'POST', path: '/likes/:article_id', body: '', isPersonal: true },
  listEvents: { path: '/events', paging: 'offset', items: 'events' },
  readEvent: { path: '/events/:event_id' },
} satisfies RouteTable;

export const analyticsRoutes = {
  listCampaigns: { path: '/v1/campaigns' },
  readCampaign: { path: '/v1/campaigns/:campaign_id' },
  readCampaignReport: { path: '/v1/campaigns/:campaign_id/campaign_report' },
  readTimeseries: { path: '/v1/campaigns/:campaign_id/timeseries' },
  readHeatmap: { path: '/v1/campaigns/:campaign_id/heatmap' },
  listNetworks: { path: '/v1/campaigns/:campaign_id/networks' },
  listHashtags: { path: '/v1/campaigns/:campaign_id/hashtags' },
  readDistribution: { path: '/v1/campaigns/:campaign_id/distribution' },
  exportCampaign: { path: '/v1/campaigns/:campaign_id/export', isFile: true },
  listDefinitions: { path: '/v1/campaigns/:campaign_id/definitions' },
  listEntries: { path: '/v1/campaigns/:campaign_id/entries', paging: 'older', items: 'entries' },
  listUsers: { path: '/v1/campaigns/:campaign_id/users', paging: 'older', items: 'users' },
  readUser: { path: '/v1/campaigns/:campaign_id/users/:analytics_user_id' },
  findUser: { path: '/v1/campaigns/:campaign_id/users/:user_type/:user_id' },
} satisfies RouteTable;

export const manageRoutes = {
  sites: {
    list: { path: '/v1/manage/sites', paging: 'page', items: 'sites' },
    read: { path: '/v1/manage/sites/:site_id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id', body: 'site' },
    create: { method: 'POST', path: '/v1/manage/sites', body: 'site' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id' },
  },
  sections: {
    list: { path: '/v1/manage/sites/:site_id/sections', paging: 'page', items: 'sections' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/sections', body: 'section' },
    read: { path: '/v1/manage/sites/:site_id/sections/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/sections/:id', body: 'section' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/sections/:id' },
  },
  articles: {
    list: { path: '/v1/manage/sites/:site_id/articles', paging: 'cursor', items: 'articles' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/articles', body: 'article' },
    batch: { method: 'POST', path: '/v1/manage/sites/:site_id/articles/batch', body: '' },
    read: { path: '/v1/manage/sites/:site_id/articles/:uid' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/articles/:uid', body: 'article' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/articles/:uid' },
    restore: { method: 'PUT', path: '/v1/manage/sites/:site_id/articles/:uid/restoration', body: 'restoration' },
    publish: { method: 'PUT', path: '/v1/manage/sites/:site_id/articles/:uid/publication', body: 'publication' },
    unpublish: { method: 'DELETE', path: '/v1/manage/sites/:site_id/articles/:uid/publication' },
    pin: { method: 'PUT', path: '/v1/manage/sites/:site_id/articles/:uid/pins', body: 'pins' },
    recheck: { method: 'POST', path: '/v1/manage/sites/:site_id/articles/:uid/recheck' },
  },
  pins: {
    list: { path: '/v1/manage/sites/:site_id/pins' },
    set: { method: 'PUT', path: '/v1/manage/sites/:site_id/pins', body: '' },
  },
  tags: {
    list: { path: '/v1/manage/sites/:site_id/tags' },
  },
  counts: {
    read: { path: '/v1/manage/sites/:site_id/counts' },
  },
  revisions: {
    list: { path: '/v1/manage/sites/:site_id/articles/:uid/revisions', paging: 'page', items: 'revisions' },
    read: { path: '/v1/manage/sites/:site_id/articles/:uid/revisions/:number' },
    restore: { method: 'PUT', path: '/v1/manage/sites/:site_id/articles/:uid/revisions/:number/restoration' },
  },
  previews: {
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/articles/:uid/preview' },
    list: { path: '/v1/manage/sites/:site_id/articles/:uid/previews' },
    revoke: { method: 'DELETE', path: '/v1/manage/sites/:site_id/articles/:uid/previews/:id' },
    read: { path: '/v1/previews/:token' },
  },
  presence: {
    set: { method: 'PUT', path: '/v1/manage/sites/:site_id/presence', body: 'presence' },
  },
  likes: {
    set: { method: 'PUT', path: '/v1/manage/sites/:site_id/likes/:article_id', body: 'like' },
  },
  changes: {
    list: { path: '/v1/manage/sites/:site_id/changes', paging: 'cursor', items: 'changes' },
  },
  authors: {
    list: { path: '/v1/manage/sites/:site_id/authors', paging: 'page', items: 'authors' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/authors', body: 'author' },
    read: { path: '/v1/manage/sites/:site_id/authors/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/authors/:id', body: 'author' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/authors/:id' },
  },
  articleCategories: {
    list: { path: '/v1/manage/sites/:site_id/article-categories', paging: 'page', items: 'categories' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/article-categories', body: 'category' },
    read: { path: '/v1/manage/sites/:site_id/article-categories/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/article-categories/:id', body: 'category' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/article-categories/:id' },
  },
  featuredItemContainers: {
    list: { path: '/v1/manage/sites/:site_id/featured-item-containers', paging: 'page', items: 'featured_item_containers' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/featured-item-containers', body: 'featured_item_container' },
    read: { path: '/v1/manage/sites/:site_id/featured-item-containers/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/featured-item-containers/:id', body: 'featured_item_container' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/featured-item-containers/:id' },
  },
  featuredItemContainerArticles: {
    list: { path: '/v1/manage/sites/:site_id/featured-item-containers/:id/articles' },
    set: { method: 'PUT', path: '/v1/manage/sites/:site_id/featured-item-containers/:id/articles', body: '' },
  },
  pages: {
    list: { path: '/v1/manage/sites/:site_id/pages', paging: 'page', items: 'pages' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/pages', body: 'page' },
    read: { path: '/v1/manage/sites/:site_id/pages/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/pages/:id', body: 'page' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/pages/:id' },
  },
  issues: {
    list: { path: '/v1/manage/sites/:site_id/issues', paging: 'page', items: 'issues' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/issues', body: 'issue' },
    read: { path: '/v1/manage/sites/:site_id/issues/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/issues/:id', body: 'issue' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/issues/:id' },
  },
  issueArticles: {
    list: { path: '/v1/manage/sites/:site_id/issues/:id/articles' },
    set: { method: 'PUT', path: '/v1/manage/sites/:site_id/issues/:id/articles', body: '' },
  },
  events: {
    list: { path: '/v1/manage/sites/:site_id/events', paging: 'page', items: 'events' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/events', body: 'event' },
    read: { path: '/v1/manage/sites/:site_id/events/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/events/:id', body: 'event' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/events/:id' },
  },
  media: {
    list: { path: '/v1/manage/sites/:site_id/media', paging: 'page', items: 'media_items' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/media', body: 'media_item' },
    read: { path: '/v1/manage/sites/:site_id/media/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/media/:id', body: 'media_item' },
    replaceFile: { method: 'PUT', path: '/v1/manage/sites/:site_id/media/:id/file', body: 'media_item' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/media/:id' },
    uses: { path: '/v1/manage/sites/:site_id/media/:id/uses', paging: 'page', items: 'uses' },
  },
  webhooks: {
    list: { path: '/v1/manage/sites/:site_id/webhooks', paging: 'page', items: 'webhooks' },
    create: { method: 'POST', path: '/v1/manage/sites/:site_id/webhooks', body: 'webhook' },
    read: { path: '/v1/manage/sites/:site_id/webhooks/:id' },
    change: { method: 'PATCH', path: '/v1/manage/sites/:site_id/webhooks/:id', body: 'webhook' },
    remove: { method: 'DELETE', path: '/v1/manage/sites/:site_id/webhooks/:id' },
    stageSecret: { method: 'POST', path: '/v1/manage/sites/:site_id/webhooks/:id/secret', body: '' },
    promoteSecret: { method: 'PUT', path: '/v1/manage/sites/:site_id/webhooks/:id/secret/promotion' },
    retireSecret: { method: 'DELETE', path: '/v1/manage/sites/:site_id/webhooks/:id/secret/previous' },
    deliveries: { path: '/v1/manage/sites/:site_id/webhooks/:id/deliveries', paging: 'page', items: 'deliveries' },
    delivery: { path: '/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id' },
    payload: { path: '/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id/payload' },
    test: { method: 'POST', path: '/v1/manage/sites/:site_id/webhooks/:id/test', body: '' },
    redeliver: { method: 'POST', path: '/v1/manage/sites/:site_id/webhooks/:id/deliveries/:delivery_id/redelivery' },
    replay: { method: 'POST', path: '/v1/manage/sites/:site_id/webhooks/:id/replay', body: '' },
  },
  campaigns: {
    list: { path: '/v1/manage/campaigns', paging: 'page', items: 'campaigns' },
    create: { method: 'POST', path: '/v1/manage/campaigns', body: 'campaign' },
    read: { path: '/v1/manage/campaigns/:campaign_id' },
    change: { method: 'PATCH', path: '/v1/manage/campaigns/:campaign_id', body: 'campaign' },
    remove: { method: 'DELETE', path: '/v1/manage/campaigns/:campaign_id' },
  },
  campaignEntries: {
    write: { method: 'POST', path: '/v1/manage/campaigns/:campaign_id/entries', body: '' },
    remove: { method: 'DELETE', path: '/v1/manage/campaigns/:campaign_id/entries/:entry_id' },
    removeMany: { method: 'POST', path: '/v1/manage/campaigns/:campaign_id/entry-deletions', body: '' },
  },
  audit: {
    list: { path: '/v1/manage/audit', paging: 'cursor', items: 'entries' },
  },
  activity: {
    list: { path: '/v1/manage/sites/:site_id/activity', paging: 'cursor', items: 'entries' },
  },
  apiKeys: {
    list: { path: '/v1/manage/api-keys', paging: 'page', items: 'api_keys' },
    create: { method: 'POST', path: '/v1/manage/api-keys', body: 'api_key' },
    read: { path: '/v1/manage/api-keys/:id' },
    remove: { method: 'DELETE', path: '/v1/manage/api-keys/:id' },
  },
  setup: {
    read: { path: '/v1/manage/setup' },
    create: { method: 'POST', path: '/v1/manage/setup', body: 'setup' },
  },
  sessions: {
    ways: { path: '/v1/manage/sign-in' },
    create: { method: 'POST', path: '/v1/manage/sessions', body: 'session' },
    passkeyOptions: { method: 'POST', path: '/v1/manage/sessions/passkey-options', body: 'passkey_request' },
    signInWithPasskey: { method: 'POST', path: '/v1/manage/sessions/passkey', body: 'credential' },
    list: { path: '/v1/manage/sessions' },
    confirm: { method: 'PUT', path: '/v1/manage/sessions/current/confirmation', body: 'confirmation' },
    confirmOptions: { method: 'POST', path: '/v1/manage/sessions/current/confirmation/passkey-options' },
    signOut: { method: 'DELETE', path: '/v1/manage/sessions/current' },
    remove: { method: 'DELETE', path: '/v1/manage/sessions/:id' },
    removeAll: { method: 'DELETE', path: '/v1/manage/sessions' },
  },
  me: {
    read: { path: '/v1/manage/me' },
    change: { method: 'PATCH', path: '/v1/manage/me', body: 'person' },
    setPassword: { method: 'PUT', path: '/v1/manage/me/password', body: 'password_change' },
  },
  identities: {
    signIn: { method: 'POST', path: '/v1/manage/oidc/sign-ins', body: 'authorization' },
    callback: { path: '/v1/manage/oidc/callback' },
    list: { path: '/v1/manage/me/identities' },
    link: { method: 'POST', path: '/v1/manage/me/identities', body: 'authorization' },
    confirm: { method: 'POST', path: '/v1/manage/sessions/current/confirmation/oidc', body: 'authorization' },
    remove: { method: 'DELETE', path: '/v1/manage/me/identities/:id' },
  },
  passkeys: {
    list: { path: '/v1/manage/me/passkeys' },
    options: { method: 'POST', path: '/v1/manage/me/passkeys/options' },
    add: { method: 'POST', path: '/v1/manage/me/passkeys', body: 'passkey' },
    rename: { method: 'PATCH', path: '/v1/manage/me/passkeys/:id', body: 'passkey' },
    remove: { method: 'DELETE', path: '/v1/manage/me/passkeys/:id' },
  },
  people: {
    list: { path: '/v1/manage/people', paging: 'page', items: 'people' },
    read: { path: '/v1/manage/people/:id' },
    change: { method: 'PATCH', path: '/v1/manage/people/:id', body: 'person' },
    remove: { method: 'DELETE', path: '/v1/manage/people/:id' },
    resetPassword: { method: 'POST', path: '/v1/manage/people/:id/password-reset' },
  },
  invitations: {
    list: { path: '/v1/manage/invitations', paging: 'page', items: 'invitations' },
    create: { method: 'POST', path: '/v1/manage/invitations', body: 'invitation' },
    remove: { method: 'DELETE', path: '/v1/manage/invitations/:id' },
    read: { path: '/v1/manage/invitations/:token/acceptance' },
    accept: { method: 'POST', path: '/v1/manage/invitations/:token/acceptance', body: 'acceptance' },
  },
  passwordResets: {
    read: { path: '/v1/manage/password-resets/:token' },
    accept: { method: 'POST', path: '/v1/manage/password-resets/:token', body: 'password_reset' },
  },
} satisfies RouteTable;
