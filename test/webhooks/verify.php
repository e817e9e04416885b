<?php
// Verifies notifications, one JSON object a line: an independent implementation of the interface's rules.
$good = 0;
for ($number = 1; ($line = fgets(STDIN)) !== false; $number++) {
    $case = json_decode($line, true);
    $text = implode('|', [$case['method'], $case['action'], $case['env'], $case['url'], $case['body']]);
    $digest = hash_hmac('sha256', mb_strtolower($text, 'UTF-8'), $case['secret'], true);
    if (bin2hex($digest) === $case['hex'] && base64_encode($digest) === $case['base64']) $good++;
    else echo "line $number does not verify: ", $case['name'] ?? substr($case['body'], 0, 200), "\n";
}
echo "$good verified\n";
