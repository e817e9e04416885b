-- The accent of the site's newsroom.
alter table site add brand_color text constraint site_brand_color_check check (brand_color ~ '^#[0-9a-fA-F]{6}$');
