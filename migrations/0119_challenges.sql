-- Invitations are accepted in a session: no flow of OpenID Connect brings one along.
alter table sign_in_challenge drop column invitation;
