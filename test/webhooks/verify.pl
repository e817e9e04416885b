# Verifies notifications, one JSON object a line: an independent implementation of the interface's rules.
use strict; use warnings; use utf8;
use Digest::SHA qw(hmac_sha256_hex hmac_sha256_base64);
use Encode qw(encode); use JSON::PP;
binmode STDOUT, ':encoding(UTF-8)';
my ($good, $json) = (0, JSON::PP->new->utf8);
while (my $line = <STDIN>) {
    my $case = $json->decode($line);
    my $text = encode('UTF-8', lc join '|', @{$case}{qw(method action env url body)});
    my $secret = encode('UTF-8', $case->{secret});
    my $base64 = hmac_sha256_base64($text, $secret);
    $base64 .= '=' while length($base64) % 4;
    if (hmac_sha256_hex($text, $secret) eq $case->{hex} && $base64 eq $case->{base64}) { $good++ }
    else { print "line $. does not verify: ", $case->{name} // substr($case->{body}, 0, 200), "\n" }
}
print "$good verified\n";
